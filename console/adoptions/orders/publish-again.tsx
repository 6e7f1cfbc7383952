import type { Int64 } from '@adoption-store/client'
import { Button, Group, Paper, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { notify, useAction } from '../../platform/action.ts'
import { queryClient } from '../../platform/query-client.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import { profileQuery } from '../../platform/record-queries.ts'
import { useCan } from '../../session/permissions.ts'
import { useStore } from '../../session/session.ts'

type Props = {
  petId: Int64
  name: string
  /** Whether its return has unpublished it. */
  isByReturn: boolean
}

/** Offers to publish an animal that has come back. */
export const PublishAgain = ({ petId, name, isByReturn }: Props) => {
  const store = useStore()
  const canPublish = useCan('pets:write')
  const { data } = useQuery(profileQuery(store, petId))
  const publish = useAction(
    () => store.profiles.update(petId, { published: true }).withResponse(),
    {
      touches: [queryKeys.animals],
      onDone({ data: profile, etag }) {
        queryClient.setQueryData(queryKeys.profile(petId), { profile, etag })
        notify(`${name} is published.`)
      },
    },
  )
  if (!canPublish || !data || data.profile.published || data.profile.species === null) return null
  return (
    <Paper withBorder p="md" component="section" aria-label="Publish again">
      <Group justify="space-between">
        <div>
          <Title order={2} size="h4">
            Check on {name}, then publish again
          </Title>
          <Text size="sm" c="dimmed">
            {isByReturn ? `The return unpublished ${name}.` : `${name} is not published.`} The
            photos and the story are kept.
          </Text>
        </div>
        <Button loading={publish.isPending} onClick={() => publish.mutate(undefined)}>
          Publish again
        </Button>
      </Group>
    </Paper>
  )
}
