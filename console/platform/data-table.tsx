import { Table } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import type { CSSProperties, ReactNode } from 'react'
import classes from './data-table.module.css'

type DataTableProps = {
  label: string
  /** Below this width, the cells of a row are stacked. */
  minWidth: number
  /** Seven at most. */
  columns: readonly string[]
  children: ReactNode
}

/** A table with headings. */
export const DataTable = ({ label, minWidth, columns, children }: DataTableProps) => {
  const { ref, width } = useElementSize()
  const isStacked = width > 0 && width < minWidth
  return (
    <div ref={ref} className={classes.frame}>
      <Table
        className={classes.table ?? ''}
        verticalSpacing="xs"
        highlightOnHover
        aria-label={label}
        data-stacked={isStacked || undefined}
        style={namesOf(columns)}
      >
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column}>{column}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </div>
  )
}

/** For the style sheet, which shows the headings beside stacked cells. */
const namesOf = (columns: readonly string[]): CSSProperties =>
  Object.fromEntries(columns.map((column, at) => [`--column-${at + 1}`, JSON.stringify(column)]))
