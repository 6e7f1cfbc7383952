import { Alert, Button, Stack, Text } from '@mantine/core'
import { messageFor } from './error-messages.ts'
import { isTrouble } from './trouble.ts'

/**
 * Shows why something failed. While nothing can be loaded, only a placeholder, as the page has a
 * notice.
 */
export const Failure = ({ error, onRetry }: { error: unknown; onRetry?: () => void }) => {
  if (onRetry && isTrouble(error)) {
    return (
      <Text size="sm" c="dimmed" ta="center" py="md">
        Waiting for the server…
      </Text>
    )
  }
  const { title, detail, requestId } = messageFor(error)
  return (
    <Alert color="red" role="alert" title={title}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{detail}</Text>
        {requestId && (
          <Text size="xs" c="dimmed">
            Request ID: {requestId}
          </Text>
        )}
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            Try again
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
