import type { RequestEntry } from '@adoption-store/client'
import { Button, Modal, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'wouter'
import { EmptyState } from '../../platform/empty-state.tsx'
import { LoadFailure } from '../../platform/failure.tsx'
import { FilterChip } from '../../platform/filter-chip.tsx'
import { RequestsIcon } from '../../platform/icons.tsx'
import { parseInt64 } from '../../platform/int64.ts'
import { Loading, LoadMore } from '../../platform/load-more.tsx'
import { formatCount } from '../../platform/number-format.ts'
import { PageHead } from '../../platform/page-head.tsx'
import { Pill } from '../../platform/pill.tsx'
import { ReturnFocus } from '../../platform/return-focus.ts'
import { SearchField } from '../../platform/search-field.tsx'
import { Time } from '../../platform/time.tsx'
import { useUrlState, useUrlWith } from '../../platform/url-state.ts'
import { useCan, useMembership } from '../../session/permissions.ts'
import { CopyButton } from './copy-button.tsx'
import { RequestDetails } from './request-details.tsx'
import { curlOf } from './request-labels.ts'
import { type RequestFilter, useKeyNames, useRequestCount, useRequests } from './request-list.ts'
import { RequestTable } from './request-table.tsx'
import classes from './requests.module.css'

const PATH = '/settings/requests'
/** The filters, and the request whose details are shown. */
const DEFAULTS = { status: '', operation: '', key: '', id: '', request: '' }
const MAX_ID = 128

/** The request log: what was sent to the API, newest first, and why it failed. */
export const RequestsPage = () => {
  const [{ request, ...filter }, change] = useUrlState(DEFAULTS)
  const hrefWith = useUrlWith(DEFAULTS)
  const { list, isLive } = useRequests(filter)
  const entries = list.data?.pages.flatMap(({ items }) => items) ?? []
  const keyIds = distinct(entries.flatMap(({ keyId }) => (keyId === undefined ? [] : [keyId])))
  const keyName = useKeyNames(keyIds)
  const isFiltered = Object.values(filter).some((value) => value !== '')
  const details = {
    id: request,
    entry: entries.find(({ id }) => id === request),
    keyName,
  }
  return (
    <>
      <PageHead title="Requests">
        {isLive ? (
          <Pill tone="ok">Live</Pill>
        ) : (
          <Button variant="default" loading={list.isRefetching} onClick={() => void list.refetch()}>
            Refresh
          </Button>
        )}
        <SearchField
          label="Find a request ID"
          placeholder="Find a request ID"
          maxLength={MAX_ID}
          q={filter.id}
          onSearch={(id) => change({ id }, 'replace')}
        />
        <Button component="a" href="/docs" target="_blank" variant="default">
          API docs
        </Button>
      </PageHead>
      <Filters filter={filter} entries={entries} keyName={keyName} change={change} />
      <LoadFailure query={list} />
      {list.isPending && !list.error && <Loading what="requests" />}
      {list.data && entries.length === 0 && (isFiltered ? <NoMatch /> : <NoRequests />)}
      <Unlogged until={list.data?.pages[0]?.unloggedUntil} />
      <Split details={details} onClose={() => change({ request: '' })}>
        {entries.length > 0 && (
          <RequestTable
            entries={entries}
            openId={request}
            hrefOf={({ id }) => `${PATH}${hrefWith({ request: id })}`}
            keyName={keyName}
          />
        )}
        <LoadMore list={list} />
      </Split>
    </>
  )
}

const distinct = <Value,>(values: readonly Value[]): Value[] => [
  ...new Map(values.map((value) => [String(value), value])).values(),
]

type SplitProps = {
  details: Omit<ComponentProps<typeof RequestDetails>, 'onClose'>
  onClose: () => void
  children: ReactNode
}

/** The details are beside the list if there is room, or else in a dialog. */
const Split = ({ details, onClose, children }: SplitProps) => {
  const hasRoom = useMediaQuery('(min-width: 80em)', undefined, { getInitialValueInEffect: false })
  if (details.id === '') return <div>{children}</div>
  if (!hasRoom)
    return (
      <>
        <div>{children}</div>
        <Modal opened onClose={onClose} title="Request" padding={0} classNames={{ header: classes.dialogHead ?? '' }}>
          <ReturnFocus />
          <RequestDetails key={details.id} {...details} />
        </Modal>
      </>
    )
  return (
    <div className={classes.split}>
      <div>{children}</div>
      <aside aria-label="Request">
        <RequestDetails key={details.id} {...details} onClose={onClose} />
      </aside>
    </div>
  )
}

type FiltersProps = {
  filter: RequestFilter
  entries: readonly RequestEntry[]
  keyName: (id: NonNullable<RequestEntry['keyId']>) => string
  change: (changes: Partial<typeof DEFAULTS>) => void
}

const Filters = ({ filter, entries, keyName, change }: FiltersProps) => {
  const operations = withChosen(
    entries.flatMap(({ operationId }) => operationId ?? []),
    filter.operation,
  )
  const keys = withChosen(
    entries.flatMap(({ keyId }) => (keyId === undefined ? [] : String(keyId))),
    filter.key,
  )
  return (
    <fieldset className={classes.filters} aria-label="Filters">
      <StatusChips filter={filter} change={change} />
      <FilterChip
        label="Operation"
        options={operations.map((value) => ({ value, label: value }))}
        value={filter.operation}
        onChange={(operation) => change({ operation, request: '' })}
      />
      <FilterChip
        label="Key"
        options={keys.map((value) => ({ value, label: keyName(parseInt64(value) ?? 0) }))}
        value={filter.key}
        onChange={(key) => change({ key, request: '' })}
      />
    </fieldset>
  )
}

const withChosen = (values: readonly string[], chosen: string): string[] =>
  [...new Set([...values, ...(chosen ? [chosen] : [])])].toSorted()

const classesOfStatus = [
  { value: '', label: 'All' },
  { value: '4xx', label: '4xx' },
  { value: '5xx', label: '5xx' },
]

const StatusChips = ({ filter, change }: Pick<FiltersProps, 'filter' | 'change'>) => {
  const counts: Record<string, number | undefined> = {
    '4xx': useRequestCount({ ...filter, status: '4xx' }),
    '5xx': useRequestCount({ ...filter, status: '5xx' }),
  }
  return classesOfStatus.map(({ value, label }) => {
    const count = counts[value]
    return (
      <button
        key={value}
        type="button"
        className={classes.chip}
        aria-pressed={filter.status === value}
        onClick={() => change({ status: value, request: '' })}
      >
        {label}
        {count !== undefined && <b>{formatCount(count)}</b>}
      </button>
    )
  })
}

const Unlogged = ({ until }: { until: string | null | undefined }) =>
  until && (
    <Text size="sm" c="dimmed" mb="sm">
      Some successful requests before <Time at={until} /> are missing: seconds with ten or more of them are not logged.
    </Text>
  )

const NoMatch = () => (
  <EmptyState title="No requests match these filters">
    Remove a filter to see more. Requests appear about a second after their response.
  </EmptyState>
)

const FIRST_PATH = '/v1/pets'

const NoRequests = () => {
  const own = useMembership()
  const mayMakeKeys = useCan('admin')
  const command = curlOf({ method: 'GET', path: FIRST_PATH })
  return (
    <EmptyState
      title="No requests yet"
      icon={<RequestsIcon size={28} />}
      actions={
        mayMakeKeys && (
          <Button component={Link} to={own ? '/settings/account' : '/settings/accounts'}>
            Create a key
          </Button>
        )
      }
    >
      Send one with your key. It appears here within two seconds.
      <span className={classes.first}>
        <code>{command}</code>
        <CopyButton text={command} what="command" />
      </span>
    </EmptyState>
  )
}
