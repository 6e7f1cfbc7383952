import { isApiError } from '@adoption-store/client'
import { notifications } from '@mantine/notifications'
import { onlineManager, type QueryKey, type UseMutationResult, useMutation } from '@tanstack/react-query'
import { type ErrorMessage, messageFor } from './error-messages.ts'
import { queryClient } from './query-client.ts'
import { revealError } from './reveal-error.ts'
import { toast } from './toast.tsx'
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
      if (isErrorShown) revealError()
      else notifyError(error)
    },
    onSettled() {
      for (const queryKey of touches) void queryClient.invalidateQueries({ queryKey })
    },
  })

export const notify = (text: string): void => toast({ text })

/**
 * Notifies of a failed change. An error that affects every request also has a notice on the page.
 */
export const notifyError = (error: unknown): void => {
  const { title, detail, requestId } = reportTrouble(error) ? notSaved(error) : messageFor(error)
  const message = requestId && isUnexpected(error) ? `${detail} Request ID: ${requestId}` : detail
  notifications.show({ id: title, title, message, color: 'red', autoClose: 8_000 })
}

const notSaved = (error: unknown): ErrorMessage => {
  if (onlineManager.isOnline()) return { ...messageFor(error), title: 'Not saved' }
  return { title: 'Not saved: you are offline', detail: 'Try again when you are back online.' }
}

const isUnexpected = (error: unknown): boolean =>
  !isApiError(error, 'read_only') &&
  typeof error === 'object' &&
  error !== null &&
  'status' in error &&
  Number(error.status) >= 500
