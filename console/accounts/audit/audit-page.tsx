import type { AdoptionStore, AuditAction, AuditEntry } from '@adoption-store/client'
import { Button, Group, Select, Switch, Table, Text, TextInput } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'wouter'
import { DataTable } from '../../platform/data-table.tsx'
import { EmptyState } from '../../platform/empty-state.tsx'
import { LoadFailure } from '../../platform/failure.tsx'
import { Loading, LoadMore } from '../../platform/load-more.tsx'
import { PageHead } from '../../platform/page-head.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { Time } from '../../platform/time.tsx'
import { useStore } from '../../session/session.ts'
import { ActorPicker } from './actor-picker.tsx'
import { actionKinds, actionLabel, actorLabel } from './audit-messages.ts'

type Action = NonNullable<NonNullable<Parameters<AdoptionStore['auditLog']['list']>[0]>['action']>

type Filter = {
  actor?: string | undefined
  action?: string | undefined
  target?: string | undefined
  /** `1` shows reads too. */
  reads?: string | undefined
}

/** The audit log, newest first: who changed what, and on request who read adopters' data. The filters are in the URL. */
export const AuditPage = () => {
  const [parameters, setParameters] = useSearchParams()
  const filter: Filter = {
    actor: parameters.get('actor') ?? undefined,
    action: parameters.get('action') ?? undefined,
    target: parameters.get('target') ?? undefined,
    reads: parameters.get('reads') === '1' ? '1' : undefined,
  }
  const change = (next: Filter) =>
    setParameters(Object.entries(next).filter((entry): entry is [string, string] => !!entry[1]))
  const list = useEntries(filter)
  const actions = useActions()
  const entries = list.data?.pages.flatMap(({ items }) => items) ?? []
  const isFiltered = Boolean(filter.actor ?? filter.action ?? filter.target)
  return (
    <>
      <PageHead title="Audit log">
        <Button variant="default" loading={list.isRefetching} onClick={() => void list.refetch()}>
          Refresh
        </Button>
      </PageHead>
      <Filters key={parameters.toString()} filter={filter} actions={actions} onChange={change} />
      <LoadFailure query={list} />
      {list.isPending && !list.error && <Loading what="the audit log" />}
      {list.data && entries.length === 0 && (
        <EmptyState title={isFiltered ? 'No entries match these filters' : 'No entries yet'}>
          Changes appear here, and with the switch above every time adopters’ data is read. Only names of fields are
          recorded, never their values.
        </EmptyState>
      )}
      {entries.length > 0 && <EntryTable entries={entries} actions={actions} />}
      <LoadMore list={list} />
    </>
  )
}

const useEntries = (filter: Filter) => {
  const store = useStore()
  return useInfiniteQuery({
    queryKey: queryKeys.auditLog(filter),
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor, signal }) => {
      const { actor, action, target, reads } = filter
      const query = {
        limit: 50,
        ...(actor && { actor }),
        // The service rejects one that it does not know.
        ...(action && { action: action as Action }),
        ...(target && { target }),
        ...(!reads && { reads: 'false' as const }),
        ...(cursor && { cursor }),
      }
      const { items, nextCursor } = await store.auditLog.list(query, { signal })
      return { items, nextCursor }
    },
    getNextPageParam: (last) => last.nextCursor,
  })
}

/** The labels change only with a new release of the service. */
const useActions = (): readonly AuditAction[] => {
  const store = useStore()
  const { data = [] } = useQuery({
    queryKey: queryKeys.auditActions,
    queryFn: ({ signal }) => store.auditLog.actions({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data
}

type FiltersProps = { filter: Filter; actions: readonly AuditAction[]; onChange: (next: Filter) => void }

const Filters = ({ filter, actions, onChange }: FiltersProps) => {
  const [target, setTarget] = useState(filter.target ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onChange({ ...filter, target: target.trim() })
  }
  return (
    <form onSubmit={submit} aria-label="Filters">
      <Group align="end" mb="sm" gap="sm">
        <Select
          label="Action"
          placeholder="Any"
          clearable
          searchable
          w={200}
          data={actionKinds(actions)}
          value={filter.action ?? null}
          onChange={(next) => onChange({ ...filter, action: next ?? undefined })}
        />
        <ActorPicker actor={filter.actor} onChoose={(next) => onChange({ ...filter, actor: next })} />
        <TextInput
          label="Target"
          placeholder="pet:7 or order"
          w={180}
          value={target}
          onChange={({ currentTarget }) => setTarget(currentTarget.value)}
        />
        <Button type="submit" variant="default">
          Apply
        </Button>
      </Group>
      <Switch
        mb="md"
        label="Show reads of adopters’ data"
        checked={filter.reads === '1'}
        onChange={({ currentTarget }) => onChange({ ...filter, reads: currentTarget.checked ? '1' : undefined })}
      />
    </form>
  )
}

const columns = ['Time', 'Who', 'What', 'Target', 'Fields', 'Request']

type EntryTableProps = { entries: readonly AuditEntry[]; actions: readonly AuditAction[] }

const EntryTable = ({ entries, actions }: EntryTableProps) => (
  <DataTable label="Audit log" minWidth={860} columns={columns}>
    {entries.map((entry) => (
      <Table.Tr key={String(entry.id)}>
        <Table.Td>
          <Time at={entry.time} />
        </Table.Td>
        <Table.Td>{actorLabel(entry.actor)}</Table.Td>
        <Table.Td>{actionLabel(actions, entry.action)}</Table.Td>
        <Table.Td>{targetText(entry.target)}</Table.Td>
        <Table.Td>{entry.fields?.join(', ')}</Table.Td>
        <Table.Td>
          <Text size="xs" c="dimmed" component="span">
            {[entry.address, entry.requestId].filter(Boolean).join(' · ')}
          </Text>
        </Table.Td>
      </Table.Tr>
    ))}
  </DataTable>
)

const targetText = ({ type, id }: AuditEntry['target']): string => (id === undefined ? type : `${type} #${id}`)
