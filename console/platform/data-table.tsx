import { Table } from '@mantine/core'
import type { ReactNode } from 'react'

type DataTableProps = {
  label: string
  /** On narrower screens the table scrolls sideways, not the page. */
  minWidth: number
  columns: readonly string[]
  children: ReactNode
}

/** A table with headings. It can be scrolled with the keyboard. */
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
