import type { DeprecatedUse } from '@adoption-store/client'
import { Alert, Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { HOUR_MS } from '../../platform/durations.ts'
import { formatCounted } from '../../platform/number-format.ts'
import { draft } from '../../platform/preferences.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import { formatDay } from '../../platform/time-format.ts'
import { useMe } from '../../session/permissions.ts'
import { useStore } from '../../session/session.ts'

/** The operations whose banners were closed in this tab. */
const closed = draft('closed-deprecations')

/** Shows those who manage the account which operations its keys must stop calling. */
export const DeprecationBanner = () => {
  const store = useStore()
  const { data: me } = useMe()
  const isManager = me?.role === 'manager' || me?.role === 'admin'
  const { data: uses = [] } = useQuery({
    queryKey: queryKeys.deprecations,
    queryFn: ({ signal }) => store.deprecations.list({ signal }),
    enabled: isManager,
    staleTime: HOUR_MS,
  })
  const [closedIds, setClosedIds] = useState(() => closed.get()?.split(' ') ?? [])
  const close = (operationId: string) => {
    const ids = [...closedIds, operationId]
    closed.set(ids.join(' '))
    setClosedIds(ids)
  }
  return uses
    .filter(({ operationId }) => !closedIds.includes(operationId))
    .map((use) => <Banner key={use.operationId} use={use} onClose={() => close(use.operationId)} />)
}

const Banner = ({ use, onClose }: { use: DeprecatedUse; onClose: () => void }) => {
  const { method, path, removedAt, calls, keys, docs } = use
  return (
    <Alert
      color="orange"
      role="status"
      mb="md"
      onClose={onClose}
      withCloseButton
      closeButtonLabel="Close"
      title={`${method} ${path} will be removed on ${formatDay(removedAt.slice(0, 10))}`}
    >
      {formatCounted(keys.length, 'API key')} of your account called it {formatCounted(calls.last30Days, 'time')} in the
      last 30 days.{' '}
      <Anchor href={docs} target="_blank" inherit underline="always">
        Read what to change
      </Anchor>
    </Alert>
  )
}
