import type { Account } from '@adoption-store/client'
import { Anchor, Button, Group, Table } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { DataTable } from '../../platform/data-table.tsx'
import { LoadFailure } from '../../platform/failure.tsx'
import { PlusIcon } from '../../platform/icons.tsx'
import { Loading, LoadMore } from '../../platform/load-more.tsx'
import { formatCount } from '../../platform/number-format.ts'
import { PageHead } from '../../platform/page-head.tsx'
import { Time } from '../../platform/time-format.tsx'
import { AcceptButton, isUnreviewed, UnreviewedPill } from './acceptance.tsx'
import { AccountForm } from './account-form.tsx'
import { useAccounts } from './account-list.ts'
import { planLabels } from './plan-labels.ts'
import { SuspendedPill } from './suspension.tsx'

const columns = ['Account', 'Plan', 'Per minute', 'Per day', 'Created']

export const AccountTable = () => {
  const list = useAccounts()
  const [isAdding, setAdding] = useState(false)
  const accounts = list.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <>
      <PageHead title="Accounts">
        <Button leftSection={<PlusIcon size={16} />} onClick={() => setAdding(true)}>
          New account
        </Button>
      </PageHead>
      <LoadFailure query={list} />
      {list.isPending && !list.error && <Loading what="accounts" />}
      {accounts.length > 0 && (
        <DataTable label="Accounts" minWidth={560} columns={columns}>
          {accounts.map((account) => (
            <Row key={String(account.id)} account={account} />
          ))}
        </DataTable>
      )}
      <LoadMore list={list} />
      {isAdding && <AccountForm onClose={() => setAdding(false)} />}
    </>
  )
}

const Row = ({ account }: { account: Account }) => (
  <Table.Tr>
    <Table.Td maw={260} style={{ overflowWrap: 'anywhere' }}>
      <Anchor component={Link} to={`/settings/accounts/${account.id}`} size="sm" underline="always">
        {account.name}
      </Anchor>
      {account.suspended && (
        <>
          {' '}
          <SuspendedPill />
        </>
      )}
      {isUnreviewed(account) && (
        <Group gap="xs" mt={4}>
          <UnreviewedPill />
          <AcceptButton account={account} size="xs" />
        </Group>
      )}
    </Table.Td>
    <Table.Td>{planLabels[account.plan]}</Table.Td>
    <Table.Td>{formatCount(account.perMinute)}</Table.Td>
    <Table.Td>{formatCount(account.perDay)}</Table.Td>
    <Table.Td>
      <Time at={account.createdAt} />
    </Table.Td>
  </Table.Tr>
)
