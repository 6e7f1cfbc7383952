import type { RateLimit } from '@adoption-store/client'
import { Alert, Group, Paper, Progress, SimpleGrid, Text } from '@mantine/core'
import { useNowMs } from '../../platform/countdown.ts'
import { formatCount } from '../../platform/number-format.ts'
import { formatUntil } from '../../platform/time-format.ts'

/** Both rate-limit windows, and the ban if there is one. */
export const WindowGauges = ({ rateLimit }: { rateLimit: RateLimit }) => {
  const nowMs = useNowMs()
  const { windows, ban } = rateLimit
  return (
    <>
      {ban && (
        <Alert color="red" mb="md" title="This key is banned">
          The ban ends {formatUntil(ban.until, nowMs)}. An administrator can lift it.
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {windows.map((window) => (
          <Gauge key={window.name} window={window} nowMs={nowMs} />
        ))}
      </SimpleGrid>
    </>
  )
}

type GaugeProps = { window: RateLimit['windows'][number]; nowMs: number }

const Gauge = ({ window: { name, limit, remaining, resetAt }, nowMs }: GaugeProps) => {
  const used = limit - remaining
  const part = limit === 0 ? 1 : used / limit
  return (
    <Paper withBorder p="md" data-window={name}>
      <Group justify="space-between" mb={4}>
        <Text fw={600}>Per {name}</Text>
        <Text size="sm" c="dimmed">
          Resets {formatUntil(resetAt, nowMs)}
        </Text>
      </Group>
      <Text size="xl" fw={700} mb="xs">
        {formatCount(used)}{' '}
        <Text span size="sm" c="dimmed" fw={400}>
          used, {formatCount(remaining)} of {formatCount(limit)} left
        </Text>
      </Text>
      <Progress.Root size="lg">
        <Progress.Section
          value={Math.max(part * 100, used > 0 ? 0.5 : 0)}
          color={part > 0.9 ? 'red' : part > 0.7 ? 'orange' : 'pine'}
          aria-label={`Used of this ${name}`}
        />
      </Progress.Root>
    </Paper>
  )
}
