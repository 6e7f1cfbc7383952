import type { Animal } from '@adoption-store/client'
import { Link } from 'wouter'
import { Cell, HeadCell } from '../../platform/grid-cell.tsx'
import { petLabels } from '../../platform/status-labels.ts'
import { StatusPill } from '../../platform/status-pill.tsx'
import { formatDays } from '../../platform/time-format.ts'
import { AnimalPhoto } from './animal-photo.tsx'
import classes from './animal-row.module.css'
import { daysWaiting, LONG_WAIT_DAYS, lineOf, tagsOf } from './animal-text.ts'

export const rowClass = String(classes.row)

type HeadProps = { isAll: boolean; isSome: boolean; onAll: () => void }

/** The headings of the list. */
export const AnimalHead = ({ isAll, isSome, onAll }: HeadProps) => (
  <>
    <HeadCell className={classes.pick}>
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label="Select all"
        checked={isAll}
        ref={(box) => {
          if (box) box.indeterminate = isSome && !isAll
        }}
        onChange={onAll}
      />
    </HeadCell>
    <HeadCell className={classes.named}>Animal</HeadCell>
    <HeadCell>Status</HeadCell>
    <HeadCell className={classes.wait}>Waiting</HeadCell>
    <HeadCell className={classes.tags}>Good to know</HeadCell>
    <HeadCell className={classes.applications}>Applications</HeadCell>
  </>
)

type RowProps = {
  animal: Animal
  category: string
  isSelected: boolean
  nowMs: number
  onToggle: () => void
}

/** An animal in the list. A click anywhere except on the checkbox opens it. */
export const AnimalCells = ({ animal, category, isSelected, nowMs, onToggle }: RowProps) => {
  const { id, name, openApplications } = animal
  return (
    <>
      <Cell className={classes.pick}>
        <input type="checkbox" tabIndex={-1} aria-label={`Select ${name}`} checked={isSelected} onChange={onToggle} />
      </Cell>
      <Cell className={classes.who}>
        <AnimalPhoto photo={animal.photo} />
        <span className={classes.words}>
          <Link to={`/animals/${id}`} tabIndex={-1} className={classes.name} dir="auto">
            {name}
          </Link>
          <span className={classes.line}>{lineOf(animal, category)}</span>
        </span>
      </Cell>
      <Cell>
        <StatusPill {...stateOf(animal)} />
      </Cell>
      <Cell className={classes.wait}>
        <Wait animal={animal} nowMs={nowMs} />
      </Cell>
      <Cell className={classes.tags}>
        <Tags tags={tagsOf(animal)} hasPhoto={animal.photo !== null} />
      </Cell>
      <Cell className={classes.applications}>
        {openApplications ? (
          <>
            <b>{openApplications}</b> open
          </>
        ) : (
          <>–</>
        )}
      </Cell>
    </>
  )
}

/** Being hidden matters more than being available. */
const stateOf = ({ status, published }: Animal) =>
  status === 'available' && !published ? ({ label: 'Not published', tone: 'bad' } as const) : petLabels[status]

/** A bar that is full after half a year or so. */
const FULL_DAYS = 200

const Wait = ({ animal, nowMs }: { animal: Animal; nowMs: number }) => {
  const days = daysWaiting(animal, nowMs)
  if (days === undefined) return <>–</>
  return (
    <span data-long={days > LONG_WAIT_DAYS || undefined}>
      {formatDays(days)}
      <i>
        <i style={{ width: `${Math.min(100, (days / FULL_DAYS) * 100)}%` }} />
      </i>
    </span>
  )
}

const MAX_TAGS = 3

const Tags = ({ tags, hasPhoto }: { tags: readonly string[]; hasPhoto: boolean }) => {
  const shown = tags.slice(0, MAX_TAGS)
  return (
    <>
      {!hasPhoto && <span data-missing>No photo</span>}
      {shown.map((tag) => (
        <span key={tag}>{tag}</span>
      ))}
      {tags.length > MAX_TAGS && <span>+{tags.length - MAX_TAGS}</span>}
    </>
  )
}
