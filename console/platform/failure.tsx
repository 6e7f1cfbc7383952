import { Alert, Button, Stack, Text } from '@mantine/core'
import { wordsOf } from './error-words.ts'
import { isTrouble } from './trouble.ts'

/** Why something failed, in its place. What cannot be loaded for now only waits: the notice of the page says why. */
export const Failure = ({ error, onRetry }: { error: unknown; onRetry?: () => void }) => {
  if (onRetry && isTrouble(error)) {
    return (
      <Text size="sm" c="dimmed" ta="center" py="md">
        Shown as soon as the store answers.
      </Text>
    )
  }
  const { title, detail, requestId } = wordsOf(error)
  return (
    <Alert color="red" role="alert" title={title}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{detail}</Text>
        {requestId && (
          <Text size="xs" c="dimmed">
            Request id: {requestId}
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
