import type { Account, Int64 } from '@adoption-store/client'
import { Anchor, Badge, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { KeyList } from '../keys/key-list.tsx'
import { Failure } from '../platform/failure.tsx'
import { Loading } from '../platform/load-more.tsx'
import { countWords } from '../platform/number-words.ts'
import { PageHead } from '../platform/page-head.tsx'
import { queryKeys } from '../platform/query-keys.ts'
import { useStore } from '../session/session.ts'
import { UsageSection } from '../usage/usage-section.tsx'
import { AccountForm } from './account-form.tsx'
import { planWords } from './plan-words.ts'
import { SuspendButton, SuspendedBadge } from './suspension.tsx'

/** One account: its plan, its keys, and what it has sent. */
export const AccountView = ({ id }: { id: Int64 }) => {
  const store = useStore()
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.account(id),
    queryFn: ({ signal }) => store.accounts.get(id, { signal }),
  })
  return (
    <>
      <Anchor component={Link} to="/admin" size="sm" underline="always">
        All accounts
      </Anchor>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading what="the account" />}
      {data && <Details account={data} />}
    </>
  )
}

const Details = ({ account }: { account: Account }) => {
  const [isEditing, setEditing] = useState(false)
  return (
    <>
      <PageHead title={account.name}>
        <SuspendButton account={account} />
        <Button variant="default" onClick={() => setEditing(true)}>
          Change
        </Button>
      </PageHead>
      <Stack gap="xl">
        <Paper withBorder p="md">
          <Group gap="sm">
            <Badge size="lg" tt="none" variant="light">
              {planWords[account.plan]}
            </Badge>
            {account.suspended && <SuspendedBadge />}
            <Text size="sm">
              {countWords(account.perMinute)} requests per minute, {countWords(account.perDay)} per
              day
            </Text>
          </Group>
        </Paper>
        <KeyList accountId={account.id} />
        <UsageSection accountId={account.id} />
      </Stack>
      {isEditing && <AccountForm account={account} onClose={() => setEditing(false)} />}
    </>
  )
}
