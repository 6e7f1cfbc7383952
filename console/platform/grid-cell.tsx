import type { ReactNode } from 'react'

type CellProps = { className?: string | undefined; children?: ReactNode }

/** A cell of a row of a `VirtualList`. */
export const Cell = ({ className, children }: CellProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a table needs all rows in the document
  // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus
  <span role="gridcell" className={className}>
    {children}
  </span>
)

/** The heading of a column of a `VirtualList`. */
export const HeadCell = ({ className, children }: CellProps) => (
  // biome-ignore lint/a11y/useSemanticElements: see above
  // biome-ignore lint/a11y/useFocusableInteractive: see above
  <span role="columnheader" className={className}>
    {children}
  </span>
)
