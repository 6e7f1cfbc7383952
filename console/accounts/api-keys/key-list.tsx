import { type ApiKey, type Int64, type IssuedApiKey, isApiError } from '@adoption-store/client'
import { Button, Code, Group, SegmentedControl, Table, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useContext, useState } from 'react'
import { useAction } from '../../platform/action.ts'
import { confirm } from '../../platform/confirm.tsx'
import { useNowMs } from '../../platform/countdown.ts'
import { DataTable } from '../../platform/data-table.tsx'
import { LoadFailure } from '../../platform/failure.tsx'
import { Folded } from '../../platform/folded.tsx'
import { isSameId } from '../../platform/int64.ts'
import { Loading, LoadMore } from '../../platform/load-more.tsx'
import { formatCount } from '../../platform/number-format.ts'
import { Pill } from '../../platform/pill.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { ShownOnce } from '../../platform/shown-once.tsx'
import { Ago } from '../../platform/time.tsx'
import { useMe } from '../../session/permissions.ts'
import { useStagingStore } from '../../session/session.ts'
import { type KeyEnvironment, KeyEnvironmentContext, useKeyStore, useKeysQueryKey } from './key-environment.ts'
import { isFiltered, type KeyFilter, KeyFilters, LONG_LIST } from './key-filters.tsx'
import { KeyForm } from './key-form.tsx'
import { keyState, mayGive } from './key-state.ts'
import { RotateForm } from './rotate-form.tsx'

const columns = ['Key', 'Name', 'Permissions', 'Limits', 'Status', 'Last used', 'Actions']

const environments = [
  { value: 'production' as const, label: 'Live keys' },
  { value: 'staging' as const, label: 'Test keys' },
]

/** The keys of an account, and for people those of staging too. */
export const KeyList = ({ accountId }: { accountId: Int64 }) => {
  const staging = useStagingStore()
  const [environment, setEnvironment] = useState<KeyEnvironment>('production')
  return (
    <section aria-label="Keys">
      <Title order={2} size="h4" mb="sm">
        Keys
      </Title>
      {staging && (
        <SegmentedControl
          mb="sm"
          size="xs"
          aria-label="Environment"
          data={environments}
          value={environment}
          onChange={setEnvironment}
        />
      )}
      <KeyEnvironmentContext value={environment}>
        <KeysOfEnvironment key={environment} accountId={accountId} />
      </KeyEnvironmentContext>
    </section>
  )
}

/** Only a store that serves staging has its paths. */
const hasNoStaging = (error: unknown): boolean => isApiError(error, 'route_not_found')

const KeysOfEnvironment = ({ accountId }: { accountId: Int64 }) => {
  const [filter, setFilter] = useState<KeyFilter>({})
  const list = useKeys(accountId, filter)
  const [isAdding, setAdding] = useState(false)
  const [issued, setIssued] = useState<IssuedApiKey>()
  const keys = list.data?.pages.flatMap(({ items }) => items) ?? []
  const isTest = useContext(KeyEnvironmentContext) === 'staging'
  if (hasNoStaging(list.error)) {
    return (
      <Text c="dimmed" size="sm">
        This store has no staging. An operator turns it on with the setting STAGING.
      </Text>
    )
  }
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Text size="sm" c="dimmed">
          {isTest ? 'They work only in staging, with test data.' : 'They work in production, with real animals.'}
        </Text>
        <Button size="xs" onClick={() => setAdding(true)}>
          {isTest ? 'New test key' : 'New key'}
        </Button>
      </Group>
      <LoadFailure query={list} />
      {list.isPending && !list.error && <Loading what="keys" />}
      {list.data && (isFiltered(filter) || keys.length >= LONG_LIST) && (
        <KeyFilters filter={filter} onChange={setFilter} />
      )}
      {list.data && keys.length === 0 && isFiltered(filter) && (
        <Text c="dimmed" size="sm">
          No key matches.
        </Text>
      )}
      {list.data && keys.length === 0 && !isFiltered(filter) && (
        <Text c="dimmed" size="sm">
          {isTest
            ? 'No test keys yet. Create one to try the API in staging.'
            : 'No keys yet. Create one to let somebody use this account.'}
        </Text>
      )}
      {keys.length > 0 && <KeyTable keys={keys} onIssued={setIssued} />}
      <LoadMore list={list} />
      {isAdding && <KeyForm accountId={accountId} onClose={() => setAdding(false)} onIssued={setIssued} />}
      {issued && (
        <ShownOnce title={`Key “${issued.name}”`} secret={issued.key} onClose={() => setIssued(undefined)}>
          {`The key is shown only now. The store keeps no copy. ${adviceFor(issued)}`}
        </ShownOnce>
      )}
    </>
  )
}

const adviceFor = ({ kind }: IssuedApiKey): string =>
  kind === 'publishable' ? 'It is safe in a web page.' : 'Share it securely.'

const useKeys = (accountId: Int64, filter: KeyFilter) => {
  const store = useKeyStore()
  return useInfiniteQuery({
    queryKey: [...useKeysQueryKey(accountId), filter],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor, signal }) => {
      const query = { limit: 50, ...filter, ...(cursor && { cursor }) }
      const { items, nextCursor } = await store.keys.list(accountId, query, { signal })
      return { items, nextCursor }
    },
    getNextPageParam: (last) => last.nextCursor,
    // Results stay visible while the next search is running.
    placeholderData: (before) => before,
  })
}

type OnIssued = (issued: IssuedApiKey) => void

const KeyTable = ({ keys, onIssued }: { keys: readonly ApiKey[]; onIssued: OnIssued }) => {
  const nowMs = useNowMs(keys.some(({ expiresAt, bannedUntil }) => expiresAt ?? bannedUntil))
  return (
    <DataTable label="Keys" minWidth={920} columns={columns}>
      {keys.map((key) => (
        <Row key={String(key.id)} apiKey={key} nowMs={nowMs} onIssued={onIssued} />
      ))}
    </DataTable>
  )
}

type RowProps = { apiKey: ApiKey; nowMs: number; onIssued: OnIssued }

const Row = ({ apiKey, nowMs, onIssued }: RowProps) => {
  const { label, tone, isActive } = keyState(apiKey, nowMs)
  return (
    <Table.Tr>
      <Table.Td>
        <Code>{apiKey.display}</Code>
        {apiKey.kind === 'publishable' && <Text size="xs">Publishable</Text>}
      </Table.Td>
      <Table.Td miw={130} maw={200} style={{ overflowWrap: 'anywhere' }}>
        {apiKey.name}
      </Table.Td>
      <Table.Td maw={220}>
        <Folded items={apiKey.scopes} noun="permission" />
        {apiKey.allowedOrigins && (
          <Text size="xs" c="dimmed">
            {apiKey.allowedOrigins.join(', ') || 'No web pages'}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Text size="xs">{limitsOf(apiKey)}</Text>
      </Table.Td>
      <Table.Td>
        <Pill tone={tone}>{label}</Pill>
      </Table.Td>
      <Table.Td>{apiKey.lastUsedAt ? <Ago at={apiKey.lastUsedAt} /> : 'Never'}</Table.Td>
      <Table.Td>{isActive && <KeyActions apiKey={apiKey} onIssued={onIssued} />}</Table.Td>
    </Table.Tr>
  )
}

const limitsOf = ({ perMinute, perDay }: ApiKey): string => {
  const limits = [
    ...(perMinute === undefined ? [] : [`${formatCount(perMinute)} per minute`]),
    ...(perDay === undefined ? [] : [`${formatCount(perDay)} per day`]),
  ]
  return limits.join(', ') || 'Account limits'
}

const KeyActions = ({ apiKey, onIssued }: Omit<RowProps, 'nowMs'>) => {
  const store = useKeyStore()
  const isOwn = useIsOwnKey(apiKey)
  const { data: me } = useMe()
  const canRotate = apiKey.scopes.every((scope) => mayGive(me, scope))
  const [isRotating, setRotating] = useState(false)
  const revoke = useAction(() => store.keys.revoke(apiKey.id), {
    done: `Key ${apiKey.name} revoked.`,
    touches: [queryKeys.keys(apiKey.accountId), queryKeys.bans],
  })
  const ask = () =>
    confirm({
      title: `Revoke “${apiKey.name}”?`,
      text: isOwn
        ? 'You are signed in with this key. You will be signed out and need another key to sign in again.'
        : `${apiKey.display} stops working immediately. To replace a key without interruption, rotate it instead.`,
      yes: 'Revoke key',
      onYes: () => revoke.mutate(undefined),
    })
  return (
    <Group gap="xs" wrap="nowrap">
      {canRotate && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Rotate ${apiKey.display}`}
          onClick={() => setRotating(true)}
        >
          Rotate
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="default"
        loading={revoke.isPending}
        aria-label={`Revoke ${apiKey.display}`}
        onClick={ask}
      >
        Revoke
      </Button>
      {isRotating && <RotateForm apiKey={apiKey} onClose={() => setRotating(false)} onIssued={onIssued} />}
    </Group>
  )
}

const useIsOwnKey = ({ id }: ApiKey): boolean => {
  const { data: me } = useMe()
  return me?.type === 'key' && isSameId(me.id, id)
}
