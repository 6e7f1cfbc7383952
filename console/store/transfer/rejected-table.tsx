import { Table, Text } from '@mantine/core'
import { DataTable } from '../../platform/data-table.tsx'
import { formatCount } from '../../platform/number-format.ts'
import type { RejectedRow } from './import-outcome.ts'

/** More is for the report. */
const MAX_SHOWN = 100
const MAX_CHARACTERS = 500

/** The first rows that did not go in, with the reason. */
export const RejectedTable = ({ rejected }: { rejected: readonly RejectedRow[] }) => (
  <>
    <Text fw={600} mt="md" mb="xs" component="h3" size="sm">
      Rejected rows
    </Text>
    <DataTable label="Rejected rows" minWidth={560} columns={['Line', 'Reason', 'Row']}>
      {rejected.slice(0, MAX_SHOWN).map(({ line, raw, faults }) => (
        <Table.Tr key={line}>
          <Table.Td>{formatCount(line)}</Table.Td>
          <Table.Td maw={320} style={{ overflowWrap: 'anywhere' }}>
            {faults.map(({ field, message }) => `${field} ${message}`.trim()).join('; ')}
          </Table.Td>
          <Table.Td maw={260}>
            <Text span size="sm" truncate display="block" title={raw.slice(0, MAX_CHARACTERS)}>
              {raw.slice(0, MAX_CHARACTERS)}
            </Text>
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
    {rejected.length > MAX_SHOWN && (
      <Text size="sm" c="dimmed" mt="xs">
        The first {formatCount(MAX_SHOWN)} of {formatCount(rejected.length)}. All are in the error
        report.
      </Text>
    )}
  </>
)
