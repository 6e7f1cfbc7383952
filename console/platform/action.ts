import { notifications } from '@mantine/notifications'
import { type QueryKey, type UseMutationResult, useMutation } from '@tanstack/react-query'
import { messageFor } from './error-messages.ts'
import { queryClient } from './query-client.ts'
import { reportTrouble } from './trouble.ts'

type Options<Input, Output> = {
  /** Queries to reload afterwards, whether it succeeded or not. */
  touches?: readonly QueryKey[]
  /** A notification on success. */
  done?: string | ((output: Output, input: Input) => string)
  onDone?: (output: Output, input: Input) => void
  /** For forms that show the error themselves. */
  isErrorShown?: boolean
}

/** A change through the API: notifies of its outcome and reloads what it touches. */
export const useAction = <Input, Output>(
  work: (input: Input) => Promise<Output>,
  { touches = [], done, onDone, isErrorShown = false }: Options<Input, Output> = {},
): UseMutationResult<Output, unknown, Input> =>
  useMutation<Output, unknown, Input>({
    mutationFn: work,
    onSuccess(output, input) {
      const text = typeof done === 'function' ? done(output, input) : done
      if (text) notify(text)
      onDone?.(output, input)
    },
    onError(error) {
      if (!isErrorShown) notifyError(error)
    },
    onSettled() {
      for (const queryKey of touches) void queryClient.invalidateQueries({ queryKey })
    },
  })

export const notify = (message: string): void => {
  notifications.show({ message, color: 'pine', withBorder: true })
}

/** A notification in the corner, unless the error concerns the whole page, which has a notice for it. */
export const notifyError = (error: unknown): void => {
  if (reportTrouble(error)) return
  const { title, detail, requestId } = messageFor(error)
  const message = requestId && isUnexpected(error) ? `${detail} Request ID: ${requestId}` : detail
  notifications.show({ title, message, color: 'red', withBorder: true, autoClose: 8_000 })
}

const isUnexpected = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'status' in error && Number(error.status) >= 500
