import { useCan, useHasRight } from '../../session/permissions.ts'

/** Whether the user may change document templates, which adopters sign. */
export const useCanWriteWords = (): boolean => {
  const hasRight = useHasRight('documents:write')
  return useCan('orders:write') && hasRight
}
