import { Table } from '@mantine/core'
import type { ReactNode } from 'react'

type DataTableProps = {
  label: string
  /** Below it the table scrolls by itself, so that the page never does. */
  minWidth: number
  columns: readonly string[]
  children: ReactNode
}

/** Rows under headings; it can be scrolled with the keyboard too. */
export const DataTable = ({ label, minWidth, columns, children }: DataTableProps) => (
  <Table.ScrollContainer minWidth={minWidth} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
    <Table verticalSpacing="xs" highlightOnHover aria-label={label}>
      <Table.Thead>
        <Table.Tr>
          {columns.map((column) => (
            <Table.Th key={column}>{column}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>{children}</Table.Tbody>
    </Table>
  </Table.ScrollContainer>
)
