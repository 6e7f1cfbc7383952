import type { InvitedUser, User } from '@adoption-store/client'
import { Button, Group, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { Avatar } from '../../platform/avatar.tsx'
import { LoadFailure } from '../../platform/failure.tsx'
import { PlusIcon } from '../../platform/icons.tsx'
import { Loading, LoadMore } from '../../platform/load-more.tsx'
import { PageHead } from '../../platform/page-head.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { Time } from '../../platform/time.tsx'
import { roleLabels } from '../../session/role-labels.ts'
import { useStore } from '../../session/session.ts'
import { useAccountNames } from './account-names.ts'
import { InviteForm } from './invite-form.tsx'
import { LinkShown } from './link-shown.tsx'
import { UserState } from './user-state.tsx'
import classes from './users.module.css'

/** Everybody who can sign in; for a member, the users of the own account. */
export const UserList = () => {
  const list = useUsers()
  const [isInviting, setInviting] = useState(false)
  const [invited, setInvited] = useState<InvitedUser>()
  const users = list.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <>
      <PageHead title="Users">
        <Button leftSection={<PlusIcon size={16} />} onClick={() => setInviting(true)}>
          Invite user
        </Button>
      </PageHead>
      <LoadFailure query={list} />
      {list.isPending && !list.error && <Loading what="users" />}
      {list.data && users.length === 0 && (
        <Text c="dimmed">
          There are no users yet. Invite the people you work with: each signs in with their own email address and sees
          only what their role permits.
        </Text>
      )}
      {users.length > 0 && <Rows users={users} />}
      <LoadMore list={list} />
      {isInviting && <InviteForm onClose={() => setInviting(false)} onInvited={setInvited} />}
      {invited && (
        <LinkShown
          title={`${invited.name} is invited`}
          link={invited.link}
          isHeld={invited.mailStatus === 'held'}
          name={invited.name}
          onClose={() => setInvited(undefined)}
        />
      )}
    </>
  )
}

const useUsers = () => {
  const store = useStore()
  return useInfiniteQuery({
    queryKey: queryKeys.userList,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor, signal }) => {
      const query = { limit: 50, ...(cursor && { cursor }) }
      const { items, nextCursor } = await store.users.list(query, { signal })
      return { items, nextCursor }
    },
    getNextPageParam: (last) => last.nextCursor,
  })
}

const Rows = ({ users }: { users: readonly User[] }) => {
  const accountName = useAccountNames()
  return (
    <ul className={classes.list} aria-label="Users">
      {users.map((user) => (
        <li key={String(user.id)}>
          <Link to={`/settings/users/${user.id}`} className={`${classes.row} ${classes.user}`}>
            <Avatar name={user.name} size={40} isFaded={user.disabledAt !== undefined} />
            <span className={classes.who}>
              <b>{user.name}</b>
              <span>{user.email}</span>
            </span>
            <span className={classes.place}>
              <b>{roleLabels[user.role]}</b>
              <span>{accountName(user.accountId)}</span>
            </span>
            <span className={classes.seen}>{user.lastSeenAt ? <Time at={user.lastSeenAt} /> : 'Never signed in'}</span>
            <Group justify="flex-end">
              <UserState user={user} />
            </Group>
          </Link>
        </li>
      ))}
    </ul>
  )
}
