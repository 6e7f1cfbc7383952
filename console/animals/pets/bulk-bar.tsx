import { type Animal, petStatuses } from '@adoption-store/client'
import { Button, Menu, Modal } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { messageFor } from '../../platform/error-messages.ts'
import { formatCount, formatCounted } from '../../platform/number-format.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import { refresh } from '../../platform/refresh.ts'
import { petLabels } from '../../platform/status-pill.tsx'
import { toast } from '../../platform/toast.tsx'
import { useCan } from '../../session/permissions.ts'
import { useStore } from '../../session/session.ts'
import { downloadAnimals } from './animal-csv.ts'
import type { AnimalSelection } from './animal-selection.ts'
import classes from './bulk-bar.module.css'
import { type BulkAction, forEachAnimal, moving, type Outcome, publishing } from './bulk-work.ts'
import type { CategoryNames } from './category-names.ts'
import { petMoves } from './pet-moves.ts'

type BarProps = { selection: AnimalSelection; names: CategoryNames }

/** Actions for all selected animals. */
export const BulkBar = ({ selection, names }: BarProps) => {
  const { animals, count, clear, keep } = selection
  const store = useStore()
  const canWrite = useCan('pets:write')
  const { run, progress, failed, close } = useBulk(keep)
  const act = (action: BulkAction) => void run(action, animals)
  return (
    <>
      {count > 0 && (
        <section className={classes.bar} aria-label="Selected animals">
          <span className={classes.count} role="status">
            {progress === undefined
              ? `${formatCount(count)} selected`
              : `${formatCount(progress)} of ${formatCount(count)} done`}
          </span>
          {canWrite && (
            <>
              <Act label="Publish" onClick={() => act(publishing(store, true))} />
              <Act label="Unpublish" onClick={() => act(publishing(store, false))} />
              <Menu position="top">
                <Menu.Target>
                  <Button variant="transparent" className={classes.act}>
                    Set status
                  </Button>
                </Menu.Target>
                <Menu.Dropdown>
                  {petStatuses.map((status) => (
                    <Menu.Item
                      key={status}
                      onClick={() => act(moving(store, status, petLabels[status].label))}
                    >
                      {petLabels[status].label}
                    </Menu.Item>
                  ))}
                </Menu.Dropdown>
              </Menu>
            </>
          )}
          <Button
            variant="transparent"
            className={classes.act}
            component={Link}
            to={`/animals/cards?ids=${animals.map(({ id }) => id).join(',')}`}
          >
            Print cards
          </Button>
          <Act label="Export" onClick={() => downloadAnimals(animals, names.nameOf)} />
          <Act label="Clear" onClick={clear} />
        </section>
      )}
      {failed && <Failures {...failed} onClose={close} />}
    </>
  )
}

const Act = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button variant="transparent" className={classes.act} onClick={onClick}>
    {label}
  </Button>
)

type Failed = Outcome & { action: BulkAction }

/** Animals that could not be changed stay selected, for another try. */
const useBulk = (keep: AnimalSelection['keep']) => {
  const [progress, setProgress] = useState<number>()
  const [failed, setFailed] = useState<Failed>()
  const reload = () => refresh([queryKeys.animals, queryKeys.allPetsById])
  const run = async (action: BulkAction, animals: readonly Animal[]) => {
    setProgress(0)
    const needed = animals.filter(action.isNeeded)
    const outcome = await forEachAnimal(needed, action.work, setProgress)
    setProgress(undefined)
    reload()
    keep(outcome.failed.map(({ animal }) => animal))
    if (outcome.failed.length > 0) return setFailed({ ...outcome, action })
    toast({
      text: action.done(formatCounted(outcome.done.length, 'animal')),
      undo: undoOf(action, outcome),
    })
  }
  /** Offered if every step can be undone. */
  const undoOf = (action: BulkAction, { done }: Outcome) => {
    if (done.length === 0 || !done.every((animal) => canUndo(action, animal))) return undefined
    return async () => {
      const undone = await forEachAnimal(done, action.undo, () => {})
      reload()
      if (undone.failed.length > 0) setFailed({ ...undone, action })
    }
  }
  return { run, progress, failed, close: () => setFailed(undefined) }
}

const canUndo = ({ label }: BulkAction, { status }: Animal): boolean => {
  const moved = petStatuses.find((one) => petLabels[one].label === label)
  return moved === undefined || petMoves[moved].includes(status)
}

const MAX_NAMED = 100

/** Each failed animal by name, with the reason. */
const Failures = ({ done, failed, action, onClose }: Failed & { onClose: () => void }) => (
  <Modal
    opened
    onClose={onClose}
    title={`${action.label}: ${formatCounted(failed.length, 'animal')} could not be changed`}
  >
    <p>
      {done.length > 0 ? action.done(formatCounted(done.length, 'animal')) : 'Nothing was changed.'}
    </p>
    <ul className={classes.failures}>
      {failed.slice(0, MAX_NAMED).map(({ animal, error }) => {
        const { title, detail } = messageFor(error)
        return (
          <li key={String(animal.id)}>
            <b dir="auto">{animal.name}</b> #{String(animal.id)}
            <span>
              {title}. {detail}
            </span>
          </li>
        )
      })}
    </ul>
    {failed.length > MAX_NAMED && <p>and {formatCount(failed.length - MAX_NAMED)} more.</p>}
  </Modal>
)
