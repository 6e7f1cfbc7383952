import { Alert, Anchor, Button, type MantineSpacing, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { type ErrorMessage, messageFor, notSavedMessage } from './error-messages.ts'
import { isTrouble } from './trouble.ts'

/** Shows why a change failed, in the form where it was entered. */
export const Failure = ({ error, mb = 0 }: { error: unknown; mb?: MantineSpacing }) => (
  <ErrorAlert message={notSavedMessage(error)} mb={mb} />
)

type AlertProps = { message: ErrorMessage; mb?: MantineSpacing; children?: ReactNode }

/** The children do something about it. */
const ErrorAlert = ({ message: { title, detail, requestId }, mb = 0, children }: AlertProps) => (
  <Alert color="red" role="alert" title={title} mb={mb}>
    <Stack gap="xs" align="flex-start">
      <Text size="sm">{detail}</Text>
      {requestId && (
        <Text size="xs" c="dimmed">
          Request ID: {requestId}
        </Text>
      )}
      {children}
    </Stack>
  </Alert>
)

type Query = { data: unknown; error: unknown; refetch: () => Promise<unknown> }

/**
 * Shows why a query failed: in place of the data, or in a line above the data that is there. Always
 * show the data next to it, because it may contain a form that somebody is filling in. While no
 * request succeeds, the page has a notice of its own.
 */
export const LoadFailure = ({ query: { data, error, refetch } }: { query: Query }) => {
  if (!error) return null
  const retry = () => void refetch()
  if (data !== undefined) return isTrouble(error) ? null : <OutdatedNote onRetry={retry} />
  if (isTrouble(error)) {
    return (
      <Text size="sm" c="dimmed" ta="center" py="md">
        Waiting for the server…
      </Text>
    )
  }
  return (
    <ErrorAlert message={messageFor(error)}>
      <Button size="xs" variant="default" onClick={retry}>
        Try again
      </Button>
    </ErrorAlert>
  )
}

const OutdatedNote = ({ onRetry }: { onRetry: () => void }) => (
  <Text size="sm" c="dimmed" role="status" mb="sm" data-no-print>
    We couldn’t refresh this, so it may be out of date.{' '}
    <Anchor component="button" type="button" inherit underline="always" onClick={onRetry}>
      Try again
    </Anchor>
  </Text>
)
