import { type Account, isApiError, type Me } from '@adoption-store/client'
import { Alert, Badge, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { LoadFailure } from '../../platform/failure.tsx'
import { Loading } from '../../platform/load-more.tsx'
import { PageHead } from '../../platform/page-head.tsx'
import { useCan, useMe, useMembership } from '../../session/permissions.ts'
import { useAccounts } from '../accounts/account-list.ts'
import { AccountPicker } from '../accounts/account-picker.tsx'
import { planLabels } from '../accounts/plan-labels.ts'
import { useRateLimit } from './rate-limit.ts'
import { UsageSection } from './usage-section.tsx'
import { WindowGauges } from './window-gauges.tsx'

/** The rate limits of the key's account and, for administrators, the daily requests of every account. */
export const UsagePage = () => {
  const { data, error, refetch } = useRateLimit()
  const { data: me } = useMe()
  // Staff have their own limits and no plan.
  const hasPlan = me?.type !== 'user' || me.account !== undefined
  return (
    <>
      <PageHead title="Usage">
        {data && hasPlan && (
          <Badge size="lg" tt="none" variant="light">
            {planLabels[data.plan]} plan
          </Badge>
        )}
      </PageHead>
      <Stack gap="xl">
        <section aria-label="Limits">
          <Title order={2} size="h4">
            {hasPlan ? 'Limits now' : 'Your own limits now'}
          </Title>
          <Text size="sm" c="dimmed" mb="sm">
            {explanationFor(me)} A limit counts from its first request until it resets, so it is not the same as a day
            in the chart below.
          </Text>
          <LoadFailure query={{ data, error, refetch }} />
          {!data && !error && <Loading what="rate limits" />}
          {data && <WindowGauges rateLimit={data} />}
        </section>
        <DailyUsage />
      </Stack>
    </>
  )
}

/** Says whose requests the gauges count. */
const explanationFor = (me: Me | undefined): string => {
  if (me?.type !== 'user') return 'All keys of your account and its people share these limits.'
  return me.account === undefined
    ? 'Store staff have their own limits: your requests here don’t count for any account.'
    : `The people and keys of ${me.account.name} share these limits.`
}

const DailyUsage = () => {
  const isAdmin = useCan('admin')
  const { data: me } = useMe()
  const own = useMembership()
  if (!isAdmin) {
    return (
      <Alert color="gray" title="Daily requests">
        {me?.type === 'user'
          ? 'Only administrators can see the requests of each day.'
          : 'Only keys with the scope admin can see the requests of each day.'}
      </Alert>
    )
  }
  return own ? <UsageSection accountId={own.id} /> : <AccountUsage />
}

const AccountUsage = () => {
  const list = useAccounts({})
  const [chosen, setChosen] = useState<Account>()
  const account = chosen ?? list.data?.pages[0]?.items[0]
  if (!list.data && list.error && !isApiError(list.error, 'insufficient_scope')) {
    return <LoadFailure query={list} />
  }
  if (!account) return list.isPending ? <Loading what="accounts" /> : <Text c="dimmed">No accounts</Text>
  return (
    <div>
      <AccountPicker account={account} onChoose={setChosen} />
      <UsageSection key={String(account.id)} accountId={account.id} />
    </div>
  )
}
