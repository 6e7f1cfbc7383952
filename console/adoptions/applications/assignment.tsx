import type { Application, ApplicationPatch } from '@adoption-store/client'
import { Button, Group, Text } from '@mantine/core'
import { useAction } from '../../platform/action.ts'
import { isOpenApplication } from '../../platform/open-statuses.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import { useMe } from '../../session/permissions.ts'
import { useStore } from '../../session/session.ts'

type AssignmentProps = { application: Application; canChange: boolean }

/** The user an application is assigned to. */
export const Assignment = ({ application, canChange }: AssignmentProps) => {
  const { id, assigneeId, status } = application
  const store = useStore()
  const { data: me } = useMe()
  const assign = useAction((patch: ApplicationPatch) => store.applications.update(id, patch), {
    touches: [queryKeys.applications],
  })
  const isMine = me?.type === 'user' && String(me.id) === String(assigneeId)
  const canTake = canChange && me?.type === 'user' && isOpenApplication(status)
  if (assigneeId === undefined && !canTake) return null
  return (
    <Group gap="sm" mb="md">
      <Text span size="sm" c="dimmed">
        {assigneeId === undefined ? 'Not assigned yet.' : isMine ? 'Assigned to you.' : 'Assigned to a colleague.'}
      </Text>
      {canTake && (
        <Button
          size="compact-sm"
          variant="default"
          loading={assign.isPending}
          onClick={() => assign.mutate({ assigneeId: isMine ? null : me.id })}
        >
          {isMine ? 'Release' : 'Assign to me'}
        </Button>
      )}
    </Group>
  )
}
