import type { UsageDay } from '@adoption-store/client'
import { Group, Text } from '@mantine/core'
import { formatCount } from '../../platform/number-format.ts'
import { formatDay } from '../../platform/time-format.ts'

const HEIGHT = 140
const STEP = 10
const BAR = 7

/** A bar for each day: counted requests, with rejected ones above. The table shows the same numbers. */
export const UsageChart = ({ days }: { days: readonly UsageDay[] }) => {
  const top = Math.max(1, ...days.map(({ requests, refused }) => requests + refused))
  const last = days.at(-1)
  const heightOf = (count: number) => (count / top) * HEIGHT
  return (
    <figure style={{ margin: 0 }}>
      <Text size="xs" c="dimmed" mb={4}>
        {formatCount(top)}
      </Text>
      <svg
        role="img"
        aria-label={summaryOf(days)}
        viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        width="100%"
        height={HEIGHT}
        style={{ display: 'block', borderBottom: '1px solid var(--mantine-color-dimmed)' }}
      >
        {days.map((day, index) => (
          <DayBar key={day.date} day={day} x={index * STEP} heightOf={heightOf} />
        ))}
      </svg>
      <Group justify="space-between" mt={4}>
        <Text size="xs" c="dimmed">
          {days[0] && formatDay(days[0].date)}
        </Text>
        <Text size="xs" c="dimmed">
          {last && formatDay(last.date)}
        </Text>
      </Group>
      <Group gap="md" justify="center" mt="xs">
        <Legend colour={counted} text="Counted" />
        <Legend colour={rejectedColour} text="Rejected (429)" />
      </Group>
    </figure>
  )
}

const counted = 'var(--mantine-color-pine-6)'
const rejectedColour = 'var(--mantine-color-orange-6)'

type BarProps = { day: UsageDay; x: number; heightOf: (count: number) => number }

const DayBar = ({ day: { date, requests, refused }, x, heightOf }: BarProps) => {
  const below = heightOf(requests)
  const above = heightOf(refused)
  return (
    <g data-day={date}>
      <title>{`${formatDay(date)}: ${formatCount(requests)} counted, ${formatCount(refused)} rejected`}</title>
      <rect x={x} y={0} width={STEP} height={HEIGHT} fill="transparent" />
      <rect x={x + 1} y={HEIGHT - below} width={BAR} height={below} fill={counted} />
      <rect x={x + 1} y={HEIGHT - below - above} width={BAR} height={above} fill={rejectedColour} />
    </g>
  )
}

const Legend = ({ colour, text }: { colour: string; text: string }) => (
  <Group gap={6}>
    <span style={{ width: 10, height: 10, borderRadius: 2, background: colour }} />
    <Text size="xs" c="dimmed">
      {text}
    </Text>
  </Group>
)

const summaryOf = (days: readonly UsageDay[]): string => {
  const requests = days.reduce((sum, day) => sum + day.requests, 0)
  const refused = days.reduce((sum, day) => sum + day.refused, 0)
  return `Requests per day in the last ${days.length} days: ${formatCount(requests)} counted and ${formatCount(refused)} rejected in total`
}
