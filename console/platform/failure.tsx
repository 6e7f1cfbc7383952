import { Alert, Button, Stack, Text } from '@mantine/core'
import { wordsOf } from './error-words.ts'

/** Why something cannot be shown, in its place. */
export const Failure = ({ error, onRetry }: { error: unknown; onRetry?: () => void }) => {
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
