import { useCan, useHasRight } from '../../session/permissions.ts'

/** Whether to offer to change what documents say, as adopters sign it. */
export const useCanWriteWords = (): boolean => {
  const hasRight = useHasRight('documents:write')
  return useCan('orders:write') && hasRight
}
