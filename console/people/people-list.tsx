import type { Person } from '@adoption-store/client'
import { Text } from '@mantine/core'
import { Link } from 'wouter'
import { Avatar } from '../platform/avatar.tsx'
import { EmptyState } from '../platform/empty-state.tsx'
import { LoadFailure } from '../platform/failure.tsx'
import { PeopleIcon } from '../platform/icons.tsx'
import linked from '../platform/linked-list.module.css'
import { LoadMore } from '../platform/load-more.tsx'
import { formatCounted } from '../platform/number-format.ts'
import { PageHead } from '../platform/page-head.tsx'
import { SearchField } from '../platform/search-field.tsx'
import { SkeletonRows } from '../platform/skeleton.tsx'
import { Ago } from '../platform/time.tsx'
import { useUrlState } from '../platform/url-state.ts'
import classes from './people.module.css'
import { usePeople } from './people.ts'
import { countsText, MAX_SEARCH } from './person-link.tsx'

const DEFAULTS = { q: '' }

/** Everybody who has applied or adopted, by email address. */
export const PeopleList = () => {
  const [{ q }, change] = useUrlState(DEFAULTS)
  const list = usePeople(q.trim().slice(0, MAX_SEARCH))
  const people = list.data?.pages.flatMap(({ items }) => items)
  const total = list.data?.pages[0]?.total
  return (
    <>
      <PageHead title="People">
        <SearchField
          label="Search by name or email"
          placeholder="Name or email"
          q={q}
          onSearch={(next) => change({ q: next }, 'replace')}
          maxLength={MAX_SEARCH}
        />
      </PageHead>
      <LoadFailure query={list} />
      {list.isPending && !list.error && <SkeletonRows what="people" rows={8} />}
      {people?.length === 0 && <Nobody isFiltered={q.trim() !== ''} />}
      {people && people.length > 0 && (
        <>
          <Text size="sm" c="dimmed" mb="xs" role="status">
            {total === undefined ? '' : formatCounted(total, 'person', 'people')}
          </Text>
          <ul className={linked.list} aria-label="People">
            {people.map((person) => (
              <Row key={person.id} person={person} />
            ))}
          </ul>
        </>
      )}
      <LoadMore list={list} />
    </>
  )
}

const Nobody = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <Text c="dimmed" py="xl" ta="center">
      Nobody matches this search.
    </Text>
  ) : (
    <EmptyState icon={<PeopleIcon size={28} />} title="Nobody yet">
      People who apply for an animal or adopt one appear here.
    </EmptyState>
  )

const Row = ({ person }: { person: Person }) => (
  <li>
    <Link to={`/people/${person.id}`} className={`${linked.row} ${classes.row}`}>
      <Avatar name={person.name} size={36} />
      <span className={`${linked.what} ${classes.who}`}>
        <b dir="auto">{person.name}</b>
        <small>{person.email}</small>
      </span>
      <span className={classes.counts}>{countsText(person)}</span>
      <small className={classes.when}>
        <Ago at={person.lastSeenAt} />
      </small>
    </Link>
  </li>
)
