import type { Int64, PasswordLink, Role, User } from '@adoption-store/client'
import { Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useAction } from '../../platform/action.ts'
import { confirm } from '../../platform/confirm.tsx'
import { LoadFailure } from '../../platform/failure.tsx'
import { isSameId } from '../../platform/int64.ts'
import { Loading } from '../../platform/load-more.tsx'
import { PageHead } from '../../platform/page-head.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { Time } from '../../platform/time.tsx'
import { isTrouble } from '../../platform/trouble.ts'
import { useUnsaved } from '../../platform/unsaved.ts'
import { useMe } from '../../session/permissions.ts'
import { roleLabels } from '../../session/role-labels.ts'
import { useStore } from '../../session/session.ts'
import { useAccountNames } from './account-names.ts'
import { LinkShown } from './link-shown.tsx'
import { RoleField } from './role-field.tsx'
import { SessionList } from './session-list.tsx'
import { UserState } from './user-state.tsx'

/** One user: the role, the access and the sessions. */
export const UserView = ({ id }: { id: Int64 }) => {
  const store = useStore()
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.user(id),
    queryFn: ({ signal }) => store.users.get(id, { signal }),
  })
  return (
    <>
      <Anchor component={Link} to="/settings/users" size="sm" underline="always">
        All users
      </Anchor>
      <LoadFailure query={{ data, error, refetch }} />
      {!data && !error && <Loading what="the user" />}
      {data && <Details user={data} />}
    </>
  )
}

const Details = ({ user }: { user: User }) => {
  const accountName = useAccountNames()
  return (
    <>
      <PageHead title={user.name} />
      <Stack gap="xl" maw={720}>
        <Paper withBorder p="md">
          <Group justify="space-between" align="flex-start" wrap="nowrap">
            <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              <Text fw={600}>{user.email}</Text>
              <Text size="sm" c="dimmed">
                {roleLabels[user.role]} · {accountName(user.accountId)}
              </Text>
              <Text size="sm" c="dimmed">
                {user.lastSeenAt ? (
                  <>
                    Last seen <Time at={user.lastSeenAt} />
                  </>
                ) : (
                  'Never signed in'
                )}
                {' · '}
                Added <Time at={user.createdAt} />
              </Text>
            </div>
            <UserState user={user} />
          </Group>
        </Paper>
        <RoleCard key={user.role} user={user} />
        <AccessCard user={user} />
        <SessionList user={user.id} />
      </Stack>
    </>
  )
}

/** Whether it is the current user, who may lose the permission for the change by making it. */
const useIsSelf = ({ id }: User): boolean => {
  const { data: me } = useMe()
  return me?.type === 'user' && isSameId(me.id, id)
}

const RoleCard = ({ user }: { user: User }) => {
  const store = useStore()
  const isSelf = useIsSelf(user)
  const [role, setRole] = useState<Role>(user.role)
  useUnsaved(role !== user.role)
  const change = useAction(() => store.users.update(user.id, { role }), {
    done: ({ name, role: given }) => `${name} is now ${roleLabels[given].toLowerCase()}.`,
    touches: [queryKeys.users, ...(isSelf ? [queryKeys.me] : [])],
  })
  const save = () => {
    // A role that was rejected must not be shown as given. Without a response it can be saved again.
    const give = () => change.mutate(undefined, { onError: (error) => !isTrouble(error) && setRole(user.role) })
    if (!isSelf || user.role !== 'admin') return give()
    confirm({
      title: 'Give up being an administrator?',
      text: 'You will not be able to manage users, or to undo this yourself.',
      yes: 'Change my role',
      onYes: give,
    })
  }
  return (
    <Paper withBorder p="md">
      <RoleField role={role} isMember={user.accountId !== undefined} onChange={setRole} />
      {role !== user.role && (
        <Group mt="md">
          <Button loading={change.isPending} onClick={save}>
            Change role
          </Button>
          <Button variant="default" onClick={() => setRole(user.role)}>
            Cancel
          </Button>
        </Group>
      )}
    </Paper>
  )
}

const AccessCard = ({ user }: { user: User }) => {
  const store = useStore()
  const [, navigate] = useLocation()
  const [link, setLink] = useState<PasswordLink>()
  const reset = useAction(() => store.users.resetPassword(user.id), {
    onDone: setLink,
  })
  const disable = useAction((disabled: boolean) => store.users.update(user.id, { disabled }), {
    done: ({ name, disabledAt }) => (disabledAt ? `${name} is disabled.` : `${name} is enabled.`),
    touches: [queryKeys.users, queryKeys.sessions(user.id)],
  })
  const remove = useAction(() => store.users.remove(user.id), {
    done: `${user.name} deleted.`,
    touches: [queryKeys.userList],
    onDone: () => navigate('/settings/users'),
  })
  const askToDisable = () =>
    confirm({
      title: `Disable ${user.name}?`,
      text: 'They are signed out everywhere immediately and cannot sign in until you enable them again.',
      yes: 'Disable',
      onYes: () => disable.mutate(true),
    })
  const askToRemove = () =>
    confirm({
      title: `Delete ${user.name}?`,
      text: 'They are signed out everywhere immediately. Their work is kept. This cannot be undone.',
      yes: 'Delete user',
      onYes: () => remove.mutate(undefined),
    })
  return (
    <Paper withBorder p="md">
      <Text fw={500} size="sm">
        Access
      </Text>
      <Text size="sm" c="dimmed" mb="md">
        {accessText(user)}
      </Text>
      <Group gap="sm">
        <Button variant="default" loading={reset.isPending} onClick={() => reset.mutate(undefined)}>
          {user.lastSeenAt ? 'Reset password' : 'New invitation link'}
        </Button>
        {user.disabledAt ? (
          <Button variant="default" loading={disable.isPending} onClick={() => disable.mutate(false)}>
            Enable
          </Button>
        ) : (
          <Button variant="default" loading={disable.isPending} onClick={askToDisable}>
            Disable
          </Button>
        )}
        <Button variant="default" c="var(--mantine-color-error)" loading={remove.isPending} onClick={askToRemove}>
          Delete
        </Button>
      </Group>
      {link && (
        <LinkShown
          title={`A link for ${user.name}`}
          link={link.link}
          isHeld={link.mailStatus === 'held'}
          name={user.name}
          onClose={() => setLink(undefined)}
        />
      )}
    </Paper>
  )
}

const accessText = ({ disabledAt, lastSeenAt }: User): string => {
  if (disabledAt) return 'Cannot sign in until somebody enables them again.'
  if (lastSeenAt) return 'Can sign in. If they forget their password, create a link to set a new one.'
  return 'Has not signed in yet. The invitation link works for 7 days.'
}
