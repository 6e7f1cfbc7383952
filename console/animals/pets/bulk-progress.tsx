import { isApiError } from '@adoption-store/client'
import { Button, Group, Modal, Progress, Text } from '@mantine/core'
import { useNowMs } from '../../platform/countdown.ts'
import { formatDuration, messageFor } from '../../platform/error-messages.ts'
import { formatCount, formatCounted } from '../../platform/number-format.ts'
import { ReturnFocus } from '../../platform/return-focus.ts'
import classes from './bulk-bar.module.css'
import type { Outcome, Progress as WorkProgress } from './bulk-work.ts'
import type { Failed } from './use-bulk.ts'

type WorkingProps = { progress: WorkProgress; onStop: () => void }

/** How far the work is. It cannot be closed by accident, only stopped. */
export const Working = ({ progress, onStop }: WorkingProps) => {
  const { done, total, waitUntilMs } = progress
  return (
    <Modal
      opened
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={`${formatCount(done)} of ${formatCounted(total, 'animal')} done`}
    >
      <ReturnFocus />
      <Progress value={(100 * done) / Math.max(1, total)} aria-label="Progress" />
      <Group justify="space-between" mt="md">
        <Text size="sm" c="dimmed" role="status">
          {waitUntilMs === undefined ? 'You can stop after each 100 animals.' : <Waiting untilMs={waitUntilMs} />}
        </Text>
        <Button variant="default" onClick={onStop}>
          Stop
        </Button>
      </Group>
    </Modal>
  )
}

const Waiting = ({ untilMs }: { untilMs: number }) => {
  const nowMs = useNowMs()
  const left = formatDuration(Math.max(1, Math.ceil((untilMs - nowMs) / 1_000)))
  return <>Your account’s limit for this minute is used up. Continuing in {left}.</>
}

type FailuresProps = Failed & { onClose: () => void }

/** Why animals could not be changed: each reason once, with the animals that it concerns. */
export const Failures = ({ done, failed, action, again, onClose }: FailuresProps) => (
  <Modal
    opened
    onClose={onClose}
    title={`${action.label}: ${formatCounted(failed.length, 'animal')} could not be changed`}
  >
    <ReturnFocus />
    <p>
      {done.length > 0 ? action.done(formatCounted(done.length, 'animal')) : 'Nothing was changed.'} These animals are
      still selected, so you can try again.
    </p>
    <ul className={classes.failures}>
      {reasonsOf(failed).map(({ reason, names }) => (
        <li key={reason}>
          <b>{formatCounted(names.length, 'animal')}</b>
          <span>{reason}</span>
          <small dir="auto">
            {names.slice(0, MAX_NAMED).join(', ')}
            {names.length > MAX_NAMED && ` and ${formatCount(names.length - MAX_NAMED)} more`}
          </small>
        </li>
      ))}
    </ul>
    <Group justify="flex-end">
      <Button variant="default" onClick={onClose}>
        Close
      </Button>
      {again && <Button onClick={again}>Try again</Button>}
    </Group>
  </Modal>
)

const MAX_NAMED = 8

/** `Species is required to publish`, `This animal has an open adoption. Complete it first.` */
const reasonOf = (error: unknown): string => {
  const { title, detail } = messageFor(error)
  if (!isApiError(error, 'validation_failed')) return `${title}. ${detail}`
  return detail.charAt(0).toUpperCase() + detail.slice(1)
}

const reasonsOf = (failed: Outcome['failed']) => {
  const groups = new Map<string, string[]>()
  for (const { animal, error } of failed) {
    const reason = reasonOf(error)
    const names = groups.get(reason) ?? []
    names.push(`${animal.name} #${animal.id}`)
    groups.set(reason, names)
  }
  const reasons = [...groups].map(([reason, names]) => ({ reason, names }))
  return reasons.sort((a, b) => b.names.length - a.names.length)
}
