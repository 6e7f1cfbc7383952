import type { Pet } from '@adoption-store/client'
import { useQuery } from '@tanstack/react-query'
import { notify, useAction } from '../../platform/action.ts'
import { queryClient } from '../../platform/query-client.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import { profileQuery } from '../../platform/record-queries.ts'
import { useCan } from '../../session/permissions.ts'
import { useStore } from '../../session/session.ts'

/** Publishes an animal that was unpublished when it came back; undefined if there is nothing to publish. */
export const usePublishAgain = (pet: Pet | undefined) => {
  const store = useStore()
  const canPublish = useCan('pets:write')
  const petId = pet?.id ?? 0
  const { data } = useQuery({ ...profileQuery(store, petId), enabled: pet !== undefined })
  const publish = useAction(() => store.profiles.update(petId, { published: true }).withResponse(), {
    touches: [queryKeys.animals],
    onDone({ data: profile, etag }) {
      queryClient.setQueryData(queryKeys.profile(petId), { profile, etag })
      notify(`${pet?.name} is published.`)
    },
  })
  if (!pet || !canPublish || !data) return undefined
  if (data.profile.published || data.profile.species === null) return undefined
  return { isPending: publish.isPending, start: () => publish.mutate(undefined) }
}
