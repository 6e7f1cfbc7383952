import type { Int64, UsageDay } from '@adoption-store/client'
import { Button, Group, Paper, SegmentedControl, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DataTable } from '../../platform/data-table.tsx'
import { LoadFailure } from '../../platform/failure.tsx'
import { Loading } from '../../platform/load-more.tsx'
import { formatCount } from '../../platform/number-format.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import { formatDay } from '../../platform/time-format.ts'
import { useStore } from '../../session/session.ts'
import { UsageChart } from './usage-chart.tsx'

/** Counts are saved every few seconds; loading them more often would show nothing new. */
const REFRESH_MS = 30_000

/** The requests of an account by day, as a chart or a table. */
export const UsageSection = ({ accountId }: { accountId: Int64 }) => {
  const store = useStore()
  const [days, setDays] = useState('30')
  const [isTable, setTable] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.usage(accountId, Number(days)),
    queryFn: ({ signal }) => store.usage.list(accountId, { days: Number(days) }, { signal }),
    refetchInterval: REFRESH_MS,
    placeholderData: (before) => before,
  })
  return (
    <section aria-label="Requests per day">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          Requests per day
        </Title>
        <Group gap="sm">
          <SegmentedControl
            aria-label="Period"
            size="xs"
            value={days}
            onChange={setDays}
            data={['7', '30', '90'].map((value) => ({ value, label: `${value} days` }))}
          />
          <Button size="xs" variant="default" onClick={() => setTable(!isTable)}>
            {isTable ? 'Show as chart' : 'Show as table'}
          </Button>
        </Group>
      </Group>
      <Text size="sm" c="dimmed" mb="sm">
        Requests of the account’s keys and members by day, in UTC. Requests of store staff and free requests, such as
        reading the limits, are not counted. New requests appear within half a minute.
      </Text>
      <LoadFailure query={{ data, error, refetch }} />
      {!data && !error && <Loading what="usage" />}
      {data && (
        <Paper withBorder p="md">
          {isTable ? <UsageTable days={data} /> : <UsageChart days={data} />}
        </Paper>
      )}
    </section>
  )
}

const UsageTable = ({ days }: { days: readonly UsageDay[] }) => (
  <DataTable label="Requests per day" minWidth={320} columns={['Day (UTC)', 'Counted', 'Rejected']}>
    {[...days].reverse().map(({ date, requests, refused }) => (
      <Table.Tr key={date}>
        <Table.Td>{formatDay(date)}</Table.Td>
        <Table.Td>{formatCount(requests)}</Table.Td>
        <Table.Td>{formatCount(refused)}</Table.Td>
      </Table.Tr>
    ))}
  </DataTable>
)
