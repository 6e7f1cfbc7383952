import classes from './folded.module.css'
import { formatCounted } from './number-format.ts'

type FoldedProps = {
  items: readonly string[]
  /** In the singular: `event`. */
  noun: string
  /** Whether there are no others. */
  isAll?: boolean
}

const MAX_SHOWN = 3

/** A list in a cell of a table: its length, and the items on request if there are more than a few. */
export const Folded = ({ items, noun, isAll = false }: FoldedProps) => {
  if (items.length <= MAX_SHOWN) return <span className={classes.items}>{items.join(', ')}</span>
  return (
    <details className={classes.folded}>
      <summary>{isAll ? `All ${noun}s` : formatCounted(items.length, noun)}</summary>
      <span className={classes.items}>{items.join(', ')}</span>
    </details>
  )
}
