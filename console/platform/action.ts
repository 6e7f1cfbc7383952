import { notifications } from '@mantine/notifications'
import { type QueryKey, type UseMutationResult, useMutation } from '@tanstack/react-query'
import { wordsOf } from './error-words.ts'
import { queryClient } from './query-client.ts'
import { reportTrouble } from './trouble.ts'

type Options<Input, Output> = {
  /** What is asked for again afterwards, whether it went well or not. */
  touches?: readonly QueryKey[]
  /** Said when it is done; nothing when left out. */
  done?: string | ((output: Output, input: Input) => string)
  onDone?: (output: Output, input: Input) => void
  /** A form that shows the error itself does not have it said again. */
  isErrorShown?: boolean
}

/** A change of the store: made, said, and seen in every list it touches. */
export const useAction = <Input, Output>(
  work: (input: Input) => Promise<Output>,
  { touches = [], done, onDone, isErrorShown = false }: Options<Input, Output> = {},
): UseMutationResult<Output, unknown, Input> =>
  useMutation<Output, unknown, Input>({
    mutationFn: work,
    onSuccess(output, input) {
      if (done) notify(typeof done === 'string' ? done : done(output, input))
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

/** Said in a corner; what concerns the whole page is said there by its notice. */
export const notifyError = (error: unknown): void => {
  if (reportTrouble(error)) return
  const { title, detail, requestId } = wordsOf(error)
  const message = requestId && isUnexpected(error) ? `${detail} Request id: ${requestId}` : detail
  notifications.show({ title, message, color: 'red', withBorder: true, autoClose: 8_000 })
}

const isUnexpected = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'status' in error && Number(error.status) >= 500
