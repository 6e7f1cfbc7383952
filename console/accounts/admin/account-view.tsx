import type { Account, Int64 } from '@adoption-store/client'
import { Anchor, Badge, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { LoadFailure } from '../../platform/failure.tsx'
import { Loading } from '../../platform/load-more.tsx'
import { formatCount, formatCounted } from '../../platform/number-format.ts'
import { PageHead } from '../../platform/page-head.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { useStore } from '../../session/session.ts'
import { AcceptButton, isUnreviewed, UnreviewedPill } from '../accounts/acceptance.tsx'
import { AccountForm } from '../accounts/account-form.tsx'
import { planLabels } from '../accounts/plan-labels.ts'
import { SuspendButton, SuspendedPill } from '../accounts/suspension.tsx'
import { KeyList } from '../api-keys/key-list.tsx'
import { UsageSection } from '../usage/usage-section.tsx'

export const useAccount = (id: Int64) => {
  const store = useStore()
  return useQuery({
    queryKey: queryKeys.account(id),
    queryFn: ({ signal }) => store.accounts.get(id, { signal }),
  })
}

/** One account: its plan, its keys and its usage. */
export const AccountView = ({ id }: { id: Int64 }) => {
  const { data, error, refetch } = useAccount(id)
  return (
    <>
      <Anchor component={Link} to="/settings/accounts" size="sm" underline="always">
        All accounts
      </Anchor>
      <LoadFailure query={{ data, error, refetch }} />
      {!data && !error && <Loading what="the account" />}
      {data && <Details account={data} />}
    </>
  )
}

type DetailsProps = { account: Account; children?: ReactNode }

/** The details of an account that its members see too. */
export const AccountDetails = ({ account, children }: DetailsProps) => (
  <Stack gap="xl">
    <Paper withBorder p="md">
      <Group gap="sm">
        <Badge size="lg" tt="none" variant="light">
          {planLabels[account.plan]}
        </Badge>
        {account.suspended && <SuspendedPill />}
        {isUnreviewed(account) && <UnreviewedPill />}
        <Text size="sm">
          {formatCounted(account.perMinute, 'request')} per minute, {formatCount(account.perDay)} per day
        </Text>
      </Group>
      {isUnreviewed(account) && (
        <Text size="sm" c="dimmed" mt="sm">
          Until the staff of the store accept this account, its mail to applicants and invited people waits, and
          visitors do not see its animals.
        </Text>
      )}
    </Paper>
    {children}
    <UsageSection accountId={account.id} />
  </Stack>
)

const Details = ({ account }: { account: Account }) => {
  const [isEditing, setEditing] = useState(false)
  return (
    <>
      <PageHead title={account.name}>
        {isUnreviewed(account) && <AcceptButton account={account} />}
        <SuspendButton account={account} />
        <Button variant="default" onClick={() => setEditing(true)}>
          Edit
        </Button>
      </PageHead>
      <AccountDetails account={account}>
        <KeyList accountId={account.id} />
      </AccountDetails>
      {isEditing && <AccountForm account={account} onClose={() => setEditing(false)} />}
    </>
  )
}
