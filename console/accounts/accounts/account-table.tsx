import type { Account } from '@adoption-store/client'
import { Anchor, Button, Group, SegmentedControl, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { DataTable } from '../../platform/data-table.tsx'
import { LoadFailure } from '../../platform/failure.tsx'
import { PlusIcon } from '../../platform/icons.tsx'
import { Loading, LoadMore } from '../../platform/load-more.tsx'
import { formatCount, formatCounted } from '../../platform/number-format.ts'
import { PageHead } from '../../platform/page-head.tsx'
import { SearchField } from '../../platform/search-field.tsx'
import { Time } from '../../platform/time.tsx'
import { useUrlState } from '../../platform/url-state.ts'
import { AcceptButton, isUnreviewed, UnreviewedPill } from './acceptance.tsx'
import { AccountForm } from './account-form.tsx'
import { type AccountFilter, MAX_SEARCH, useAccounts } from './account-list.ts'
import { planLabels } from './plan-labels.ts'
import { SuspendedPill } from './suspension.tsx'

const columns = ['Account', 'Plan', 'Per minute', 'Per day', 'Created']

const DEFAULTS = { q: '', status: '' }

const statuses = [
  { value: '', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'unreviewed', label: 'Not reviewed' },
  { value: 'suspended', label: 'Suspended' },
] as const

export const AccountTable = () => {
  const [{ q, status }, change] = useUrlState(DEFAULTS)
  const filter = filterOf(q, status)
  const list = useAccounts(filter)
  const [isAdding, setAdding] = useState(false)
  const accounts = list.data?.pages.flatMap(({ items }) => items) ?? []
  const total = list.data?.pages[0]?.total
  return (
    <>
      <PageHead title="Accounts">
        <SearchField
          label="Find an account"
          placeholder="Name or ID"
          q={q}
          onSearch={(next) => change({ q: next }, 'replace')}
          maxLength={MAX_SEARCH}
        />
        <Button leftSection={<PlusIcon size={16} />} onClick={() => setAdding(true)}>
          New account
        </Button>
      </PageHead>
      <SegmentedControl
        mb="sm"
        size="xs"
        aria-label="Status"
        data={[...statuses]}
        value={filter.status ?? ''}
        onChange={(next) => change({ status: next })}
      />
      <LoadFailure query={list} />
      {list.isPending && !list.error && <Loading what="accounts" />}
      <Text size="sm" c="dimmed" mb="xs" role="status">
        {total === undefined ? '' : formatCounted(total, 'account')}
      </Text>
      {list.data && accounts.length === 0 && (
        <Text c="dimmed" py="xl" ta="center">
          {filter.q ? 'No account matches this search.' : 'No account has this status.'}
        </Text>
      )}
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

/** The URL may contain anything. */
const filterOf = (q: string, given: string): AccountFilter => {
  const status = statuses.find(({ value }) => value === given)?.value
  const search = q.trim().slice(0, MAX_SEARCH)
  return { ...(search && { q: search }), ...(status && { status }) }
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
