import type { Application, Int64, Pet } from '@adoption-store/client'
import { Button, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { Avatar } from '../../platform/avatar.tsx'
import { EmptyState } from '../../platform/empty-state.tsx'
import { LoadFailure } from '../../platform/failure.tsx'
import { SearchIcon } from '../../platform/icons.tsx'
import { LoadMore } from '../../platform/load-more.tsx'
import { PageHead } from '../../platform/page-head.tsx'
import { usePhone } from '../../platform/phone.ts'
import { useShortcuts } from '../../platform/shortcuts.ts'
import { SkeletonRows } from '../../platform/skeleton.tsx'
import { applicationLabels } from '../../platform/status-labels.ts'
import { Tabs } from '../../platform/tabs.tsx'
import { Ago } from '../../platform/time.tsx'
import { useUrlState } from '../../platform/url-state.ts'
import { useMe } from '../../session/permissions.ts'
import { usePetsById } from '../orders/pet-names.ts'
import { type InboxTab, inboxTabs, useInbox, useInboxCount } from './application-list.ts'
import { ApplicationView } from './application-view.tsx'
import classes from './inbox.module.css'

const DEFAULTS = { tab: 'review', q: '', assignee: '' }

const tabLabels: Record<InboxTab, string> = {
  review: 'To review',
  progress: 'In progress',
  closed: 'Closed',
}

/** The list of applications beside the open one. A phone shows one or the other. */
export const Inbox = ({ openId }: { openId?: Int64 }) => {
  const isPhone = usePhone()
  const isAlone = isPhone && openId !== undefined
  // One structure for both, so that a note stays as it is when a phone is turned.
  return (
    <div className={isAlone ? undefined : classes.inbox}>
      {!isAlone && <People openId={openId} />}
      <div className={isAlone ? undefined : classes.read}>
        {openId === undefined ? (
          !isPhone && <NothingOpen />
        ) : (
          <ApplicationView key={String(openId)} id={openId} isAlone={isAlone} />
        )}
      </div>
    </div>
  )
}

const NothingOpen = () => (
  <EmptyState title="Choose an application">Open one from the list, or go through the list with J and K.</EmptyState>
)

const People = ({ openId }: { openId: Int64 | undefined }) => {
  const [state, change] = useUrlState(DEFAULTS)
  const [typed, setTyped] = useState(state.q)
  const [q] = useDebouncedValue(typed, 250)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the typing pauses
  useEffect(() => {
    if (q !== state.q) change({ q }, 'replace')
  }, [q])
  const tab = inboxTabs.find((one) => one === state.tab) ?? 'review'
  const list = useInbox({ tab, q: state.q, assignee: state.assignee })
  const found = list.data?.pages.flatMap(({ items }) => items) ?? []
  const pets = usePetsById(found.flatMap(({ petId }) => petId ?? []))
  useNextAndPrevious(found, openId)
  return (
    <section className={classes.people} aria-label="Inbox">
      <PageHead title="Applications" />
      <InboxTabs tab={tab} />
      <div className={classes.filters}>
        <TextInput
          type="search"
          aria-label="Search by the applicant's name or email"
          placeholder="Name or email"
          leftSection={<SearchIcon size={16} />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Mine value={state.assignee} onChange={(assignee) => change({ assignee })} />
      </div>
      <LoadFailure query={list} />
      {list.isLoading && <SkeletonRows what="applications" />}
      {list.data && found.length === 0 && <Nobody tab={tab} isFiltered={Boolean(state.q || state.assignee)} />}
      <ul className={classes.items}>
        {found.map((application) => (
          <Item
            key={String(application.id)}
            application={application}
            pet={pets.get(String(application.petId))}
            isOpen={String(application.id) === String(openId)}
          />
        ))}
      </ul>
      <LoadMore list={list} />
    </section>
  )
}

const InboxTabs = ({ tab }: { tab: InboxTab }) => {
  const review = useInboxCount('review')
  const progress = useInboxCount('progress')
  const counts: Partial<Record<InboxTab, number | undefined>> = { review, progress }
  return (
    <Tabs
      label="Applications"
      path="/applications"
      tabs={inboxTabs.map((value) => ({ value, label: tabLabels[value], count: counts[value] }))}
      value={tab}
      hrefOf={(value) => (value === DEFAULTS.tab ? '?' : `?tab=${value}`)}
    />
  )
}

/** Only applications assigned to the current user. */
const Mine = ({ value, onChange }: { value: string; onChange: (assignee: string) => void }) => {
  const { data: me } = useMe()
  if (me?.type !== 'user') return null
  const isOn = value === String(me.id)
  return (
    <Button
      variant={isOn ? 'light' : 'default'}
      aria-pressed={isOn}
      onClick={() => onChange(isOn ? '' : String(me.id))}
    >
      Mine
    </Button>
  )
}

type ItemProps = { application: Application; pet: Pet | undefined; isOpen: boolean }

const Item = ({ application, pet, isOpen }: ItemProps) => {
  const [params] = useSearchParams()
  const { id, applicant, petId, status, createdAt } = application
  const name = applicant?.name ?? 'Erased'
  return (
    <li>
      <Link
        className={classes.item ?? ''}
        to={`/applications/${id}${withMark(params.toString())}`}
        aria-current={isOpen ? 'true' : undefined}
      >
        <Avatar name={name} isFaded={!applicant} size={40} />
        <span className={classes.who}>
          <span className={classes.name}>
            {status === 'submitted' && <i className={classes.fresh} />}
            <b dir="auto">{name}</b>
          </span>
          <small>
            {petId === undefined ? 'No particular animal' : `for ${pet?.name ?? `#${petId}`}`}
            {status !== 'submitted' && ` · ${applicationLabels[status].label}`}
          </small>
        </span>
        <span className={classes.when}>
          <Ago at={createdAt} />
        </span>
      </Link>
    </li>
  )
}

const withMark = (query: string): string => (query === '' ? '' : `?${query}`)

/** J and K open the next and the previous application. */
const useNextAndPrevious = (found: readonly Application[], openId: Int64 | undefined): void => {
  const [, navigate] = useLocation()
  const [params] = useSearchParams()
  const at = found.findIndex(({ id }) => String(id) === String(openId))
  const open = (index: number) => {
    const next = found[index]
    if (next) navigate(`/applications/${next.id}${withMark(params.toString())}`)
  }
  useShortcuts([
    { keys: 'j', label: 'Next application', group: 'Applications', run: () => open(at + 1) },
    {
      keys: 'k',
      label: 'Previous application',
      group: 'Applications',
      run: () => open(Math.max(0, at - 1)),
    },
  ])
}

const nobody: Record<InboxTab, string> = {
  review: 'Nobody is waiting for a reply. New applications appear here by themselves.',
  progress: 'No application is being reviewed.',
  closed: 'No application has been decided yet.',
}

const Nobody = ({ tab, isFiltered }: { tab: InboxTab; isFiltered: boolean }) => (
  <Text c="dimmed" p="md">
    {isFiltered ? 'No applications match these filters.' : nobody[tab]}
  </Text>
)
