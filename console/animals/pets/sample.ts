import type { Sample } from '@adoption-store/client'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useAction } from '../../platform/action.ts'
import { queryClient } from '../../platform/query-client.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import { slowRefresh } from '../../platform/refresh.ts'
import { useCan, useHasRight } from '../../session/permissions.ts'
import { useStore } from '../../session/session.ts'

/** Few enough requests that a small plan's limit is not used up. */
const POLL_MS = 4_000
const REFRESH_MS = 15_000

export const isUnderWay = (sample: Sample | undefined): boolean =>
  sample?.status === 'adding' || sample?.status === 'removing'

/** The sample shelter of the account. Its animals change by the hundred, which must not reload the page each time. */
export const useSample = () => {
  const store = useStore()
  const found = useQuery({
    queryKey: queryKeys.sample,
    queryFn: ({ signal }) => store.sample.get({ signal }),
    refetchInterval: ({ state }) => isUnderWay(state.data) && POLL_MS,
  })
  const isBusy = isUnderWay(found.data)
  useEffect(() => {
    if (!isBusy) return
    const endSlow = slowRefresh(REFRESH_MS)
    return () => {
      endSlow()
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' })
    }
  }, [isBusy])
  return found
}

/** Whether the user may add and delete it. */
export const useCanManageSample = (): boolean => {
  const canWrite = useCan('pets:write')
  const canDelete = useHasRight('pets:delete')
  return canWrite && canDelete
}

export const useSampleRequest = (task: 'add' | 'remove') => {
  const store = useStore()
  return useAction(() => store.sample[task](), {
    onDone(sample) {
      queryClient.setQueryData(queryKeys.sample, sample)
    },
  })
}
