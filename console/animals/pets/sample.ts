import type { Sample } from '@adoption-store/client'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { notify, useAction } from '../../platform/action.ts'
import { formatCounted } from '../../platform/number-format.ts'
import { queryClient } from '../../platform/query-client.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import { slowRefresh } from '../../platform/refresh.ts'
import { useCan, useHasRight } from '../../session/permissions.ts'
import { useStore } from '../../session/session.ts'

/** Few enough requests that a small plan's limit is not used up. */
const POLL_MS = 4_000
const REFRESH_MS = 15_000

const isUnderWay = (sample: Sample | undefined): boolean => sample?.status === 'adding' || sample?.status === 'removing'

export const useSample = () => {
  const store = useStore()
  return useQuery({
    queryKey: queryKeys.sample,
    queryFn: ({ signal }) => store.sample.get({ signal }),
    refetchInterval: ({ state }) => isUnderWay(state.data) && POLL_MS,
  })
}

/** Its animals change by the hundred: the page is not reloaded each time, but at the end. Says what stayed. */
export const useSampleProgress = (sample: Sample | undefined): void => {
  const isBusy = isUnderWay(sample)
  useEffect(() => {
    if (!isBusy) return
    const endSlow = slowRefresh(REFRESH_MS)
    return () => {
      endSlow()
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' })
    }
  }, [isBusy])
  const before = useRef(sample?.status)
  useEffect(() => {
    if (before.current === 'removing' && sample?.status === 'absent') announce(sample.kept)
    before.current = sample?.status
  }, [sample])
}

const announce = (kept: number): void => {
  const stayed = `${formatCounted(kept, 'animal')} that you changed or used ${kept === 1 ? 'stays' : 'stay'}.`
  notify(`The sample animals are deleted.${kept > 0 ? ` ${stayed}` : ''}`)
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
