import type { ImportSummary } from '@adoption-store/client'
import type { ReactNode } from 'react'
import { formatCount, formatCounted } from '../../platform/number-format.ts'
import { fieldLabel } from './field-labels.ts'
import classes from './outcomes.module.css'
import type { Findings, Reason } from './reasons.ts'
import { Examples, Reasons } from './row-lists.tsx'

type Tone = 'ok' | 'bad' | 'hold' | 'plain'

type OutcomesProps = {
  summary: ImportSummary
  /** Undefined while they are loaded. */
  findings: Findings | undefined
  /** Whether it has happened, or would happen. */
  isDone: boolean
  /** The noun for a row: a line, or an animal of a list. */
  row: string
  /** The link to the complete list. */
  all?: ReactNode
}

/** The outcomes of the rows of a file, each with examples. */
export const Outcomes = ({ summary, findings, isDone, row, all }: OutcomesProps) => {
  const { added, updated, unchanged, refused, leftOut, markedAsLeft, valuesLeftOut } = summary
  const { examples, noPlace, converted, departed } = summary
  const of = (kind: Reason['kind']) => findings?.reasons.filter((reason) => reason.kind === kind) ?? []
  const isPart = findings?.isComplete === false
  return (
    <ul className={classes.list} aria-label={isDone ? 'What was imported' : 'What would happen'}>
      <Outcome tone="ok" count={added} title="Added" note="New animals">
        <Examples row={row} of={examples.added} count={added} />
      </Outcome>
      <Outcome tone="ok" count={updated} title="Updated" note="Existing animals with other values in the file">
        <Examples row={row} of={examples.updated} count={updated} />
      </Outcome>
      {markedAsLeft > 0 && (
        <Outcome
          tone="hold"
          count={markedAsLeft}
          title="Left since"
          note={
            isDone
              ? 'Updated animals that have left the shelter: they are no longer on your site'
              : 'Updated animals that have left the shelter: they are taken off your site'
          }
        >
          <Examples row={row} of={examples.updated.filter(({ reason }) => reason !== undefined)} count={markedAsLeft} />
        </Outcome>
      )}
      <Outcome count={unchanged} title="Unchanged" note="Existing animals with the same values">
        <Examples row={row} of={examples.unchanged} count={unchanged} />
      </Outcome>
      <Outcome
        tone="bad"
        count={refused}
        title="Refused"
        note={isDone ? 'Correct these rows, then import the file again' : 'These rows cannot be imported as they are'}
        isOpen
      >
        <Reasons row={row} of={of('refused')} count={refused} examples={examples.refused} all={all} isPart={isPart} />
      </Outcome>
      {leftOut > 0 && (
        <Outcome count={leftOut} title="Left the shelter" note={departedNote(departed)}>
          <Examples row={row} of={examples.leftOut} count={leftOut} />
        </Outcome>
      )}
      {valuesLeftOut > 0 && (
        <Outcome
          tone="hold"
          count={valuesLeftOut}
          title={valuesLeftOut === 1 ? 'Value left out' : 'Values left out'}
          note="These animals are imported without the value"
          isOpen={refused === 0}
        >
          <Reasons row={row} of={of('value')} count={valuesLeftOut} examples={[]} all={all} isPart={isPart} />
        </Outcome>
      )}
      {noPlace.length > 0 && (
        <Outcome
          count={noPlace.length}
          title={noPlace.length === 1 ? 'Column left out' : 'Columns left out'}
          note="There is no field for them here"
        >
          <Columns of={noPlace} />
        </Outcome>
      )}
      {converted.length > 0 && (
        <Outcome
          count={converted.length}
          title={converted.length === 1 ? 'Column converted' : 'Columns converted'}
          note="Values converted to this store’s format"
        >
          <Columns of={converted} />
        </Outcome>
      )}
    </ul>
  )
}

const MAX_STATUSES = 4

/** `3 Transferred, 1 Died` */
const departedNote = (departed: ImportSummary['departed']): string => {
  const named = departed.slice(0, MAX_STATUSES).map(({ status, animals }) => `${formatCount(animals)} “${status}”`)
  return `Left out because of their status: ${named.join(', ')}${departed.length > MAX_STATUSES ? ' …' : ''}`
}

type OutcomeProps = {
  tone?: Tone
  count: number
  title: string
  note: string
  isOpen?: boolean
  children: ReactNode
}

const Outcome = ({ tone = 'plain', count, title, note, isOpen = false, children }: OutcomeProps) => {
  const head = (
    <>
      <strong className={classes.count} data-tone={count === 0 ? 'none' : tone}>
        {formatCount(count)}
      </strong>
      <span>
        <b className={classes.title}>{title}</b>
        {count > 0 && <small className={classes.note}>{note}</small>}
      </span>
    </>
  )
  if (count === 0) {
    return (
      <li>
        <div className={`${classes.summary} ${classes.none}`}>{head}</div>
      </li>
    )
  }
  return (
    <li>
      <details open={isOpen}>
        <summary className={classes.summary}>{head}</summary>
        {children}
      </details>
    </li>
  )
}

const Columns = ({ of }: { of: readonly { field: string; rows: number }[] }) => (
  <ul className={classes.lines}>
    {of.map(({ field, rows }) => (
      <li key={field} className={classes.example}>
        <span className={classes.line}>{formatCounted(rows, 'row')}</span>
        <span dir="auto">{fieldLabel(field)}</span>
      </li>
    ))}
  </ul>
)
