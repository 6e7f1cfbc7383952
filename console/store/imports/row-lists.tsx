import type { ImportSummary } from '@adoption-store/client'
import type { ReactNode } from 'react'
import { formatCount, formatCounted } from '../../platform/number-format.ts'
import classes from './outcomes.module.css'
import { reasonText, shortValue } from './reason-text.ts'
import type { Reason } from './reasons.ts'

type Example = ImportSummary['examples']['added'][number]

type ExamplesProps = { row: string; of: readonly Example[]; count: number }

/** A few rows of one kind. */
export const Examples = ({ row, of, count }: ExamplesProps) => (
  <ul className={classes.lines}>
    {of.map(({ line, name, reason }) => (
      <li key={line} className={classes.example}>
        <span className={classes.line}>
          {row} {formatCount(line)}
        </span>
        <span dir="auto">
          {name || 'Without a name'}
          {reason && <small className={classes.detail}>{reason}</small>}
        </span>
      </li>
    ))}
    <More shown={of.length} count={count} />
  </ul>
)

const More = ({ shown, count }: { shown: number; count: number }) =>
  count > shown ? (
    <li className={classes.example}>
      <span />
      <span className={classes.more}>
        {shown === 0 ? formatCounted(count, 'animal') : `and ${formatCount(count - shown)} more`}
      </span>
    </li>
  ) : null

type ReasonsProps = {
  row: string
  of: readonly Reason[]
  count: number
  examples: readonly Example[]
  all?: ReactNode
  /** Whether more lines have reasons than are shown. */
  isPart: boolean
}

/** Grouped by reason, the most frequent first. */
export const Reasons = ({ row, of, count, examples, all, isPart }: ReasonsProps) => {
  if (of.length === 0) return <Examples row={row} of={examples} count={count} />
  return (
    <div>
      {of.map((reason) => (
        <section key={JSON.stringify([reason.field, reason.message])}>
          <h3 className={classes.reason}>
            {reasonText(reason)}{' '}
            <span className={classes.times}>
              {isPart && 'at least '}
              {formatCounted(reason.lines, 'row')}
            </span>
          </h3>
          <ul className={classes.lines}>
            {reason.examples.map(({ line, value }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line may have several values for one reason
              <li key={at} className={classes.example}>
                <span className={classes.line}>
                  {row} {formatCount(line)}
                </span>
                <span dir="auto">
                  <code className={classes.value}>{shortValue(value)}</code>
                </span>
              </li>
            ))}
            <More shown={reason.examples.length} count={reason.lines} />
          </ul>
        </section>
      ))}
      {all && <div className={classes.all}>{all}</div>}
    </div>
  )
}
