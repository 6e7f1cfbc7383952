import type { Animal, Pet } from '@adoption-store/client'
import type { DragEvent } from 'react'
import { Link } from 'wouter'
import { formatDays } from '../../platform/time-format.ts'
import { useCan } from '../../session/permissions.ts'
import { type AnimalActions, AnimalMenu } from './animal-menu.tsx'
import { AnimalPhoto } from './animal-photo.tsx'
import { daysWaiting, LONG_WAIT_DAYS } from './animal-text.ts'
import classes from './board.module.css'
import type { CategoryNames } from './category-names.ts'

type CardProps = {
  animal: Animal
  names: CategoryNames
  actions: AnimalActions
  onDrag: (pet: Pet | undefined) => void
}

/** An animal on the board, with what to do about it. */
export const BoardCard = ({ animal, names, actions, onDrag }: CardProps) => {
  const canWrite = useCan('pets:write')
  const start = (event: DragEvent) => {
    event.dataTransfer.effectAllowed = 'move'
    event.dataTransfer.setData('text/plain', String(animal.id))
    onDrag(animal)
  }
  const needs = needsOf(animal)
  return (
    <li className={classes.card} draggable={canWrite} onDragStart={start} onDragEnd={() => onDrag(undefined)}>
      <AnimalPhoto photo={animal.photo} />
      <div className={classes.words}>
        <Link to={`/animals/${animal.id}`} className={classes.name} dir="auto" draggable={false}>
          {animal.name}
        </Link>
        <span className={classes.line}>
          {names.nameOf(animal.categoryId)} · ID {String(animal.id)}
        </span>
        {needs.length > 0 && (
          <span className={classes.needs}>
            {needs.map(([need, tone]) => (
              <span key={need} data-tone={tone}>
                {need}
              </span>
            ))}
          </span>
        )}
      </div>
      <AnimalMenu pet={animal} actions={actions} />
    </li>
  )
}

type Need = [text: string, tone: 'review' | 'missing']

/** The missing steps to an adoption. */
const needsOf = (animal: Animal): Need[] => {
  if (animal.status === 'sold') return []
  const days = daysWaiting(animal, Date.now()) ?? 0
  const open = animal.openApplications ?? 0
  const needs: [boolean, Need][] = [
    [open > 0, [open === 1 ? '1 application' : `${open} applications`, 'review']],
    [animal.photo === null, ['No photo', 'missing']],
    [!animal.published, ['Not published', 'missing']],
    [days > LONG_WAIT_DAYS, [formatDays(days), 'missing']],
  ]
  return needs.filter(([isNeeded]) => isNeeded).map(([, need]) => need)
}
