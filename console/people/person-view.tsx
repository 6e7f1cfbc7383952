import { isApiError, type PersonDetails } from '@adoption-store/client'
import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Avatar } from '../platform/avatar.tsx'
import { EmptyState } from '../platform/empty-state.tsx'
import { LoadFailure } from '../platform/failure.tsx'
import { formatCount } from '../platform/number-format.ts'
import { usePageTitle } from '../platform/page-head.tsx'
import { Panel } from '../platform/panel.tsx'
import { SkeletonPage } from '../platform/skeleton.tsx'
import { adoptionLabels, applicationLabels } from '../platform/status-labels.ts'
import { StatusPill } from '../platform/status-pill.tsx'
import { telephoneLink } from '../platform/telephone-link.ts'
import { Ago } from '../platform/time.tsx'
import { formatDay } from '../platform/time-format.ts'
import { UpLink } from '../platform/up-link.tsx'
import classes from './people.module.css'
import { usePerson, usePersonNotes } from './people.ts'
import { PersonData } from './person-data.tsx'

/** One adopter: contact details, and all applications and orders. */
export const PersonView = ({ id }: { id: string }) => {
  const { data, error, refetch } = usePerson(id)
  const isGone = isApiError(error, 'person_not_found')
  return (
    <>
      <UpLink to="/people">All people</UpLink>
      {isGone && (
        <EmptyState title="Person not found">Their data may have been erased, or the link is not complete.</EmptyState>
      )}
      {!isGone && <LoadFailure query={{ data, error, refetch }} />}
      {!data && !error && <SkeletonPage />}
      {data && !isGone && <Details person={data} />}
    </>
  )
}

const Details = ({ person }: { person: PersonDetails }) => {
  const { name, applications, orders, firstSeenAt, isComplete } = person
  const heading = usePageTitle(name)
  return (
    <>
      <div className={classes.head}>
        <Avatar name={name} size={48} />
        <div>
          <h1 ref={heading} tabIndex={-1} dir="auto">
            {name}
          </h1>
          <span className={classes.when}>First seen on {formatDay(firstSeenAt)}</span>
        </div>
      </div>
      <div className={classes.columns}>
        <div>
          <Panel title="Applications" aside={formatCount(applications.length)}>
            <Items none="No applications yet.">
              {applications.map(({ id, petName, petId, status, createdAt }) => (
                <Item
                  key={String(id)}
                  to={`/applications/${id}`}
                  about={petName ?? (petId === undefined ? 'No particular animal' : `#${petId}`)}
                  pill={<StatusPill {...applicationLabels[status]} />}
                  at={createdAt}
                />
              ))}
            </Items>
          </Panel>
          <Panel title="Adoptions" aside={formatCount(orders.length)}>
            <Items none="No adoptions yet.">
              {orders.map(({ id, petName, petId, status, createdAt }) => (
                <Item
                  key={String(id)}
                  to={`/adoptions/${id}`}
                  about={petName ?? `#${petId}`}
                  pill={<StatusPill {...adoptionLabels[status]} />}
                  at={createdAt}
                />
              ))}
            </Items>
          </Panel>
          {!isComplete && <p className={classes.none}>Only the newest of each are shown.</p>}
        </div>
        <div>
          <Contact person={person} />
          <Notes person={person} />
        </div>
      </div>
    </>
  )
}

const Items = ({ none, children }: { none: string; children: ReactNode[] }) =>
  children.length === 0 ? <p className={classes.none}>{none}</p> : <ul className={classes.items}>{children}</ul>

type ItemProps = { to: string; about: string; pill: ReactNode; at: string }

const Item = ({ to, about, pill, at }: ItemProps) => (
  <li>
    <Link to={to} className={classes.item ?? ''}>
      <b dir="auto">{about}</b>
      {pill}
      <small className={classes.when}>
        <Ago at={at} />
      </small>
    </Link>
  </li>
)

const Contact = ({ person }: { person: PersonDetails }) => {
  const { name, email, phone, names } = person
  const others = names.filter((other) => other !== name)
  return (
    <Panel title="Contact">
      <dl className={classes.facts}>
        <Fact name="Email">
          <Anchor href={`mailto:${encodeURIComponent(email)}`} underline="always">
            {email}
          </Anchor>
        </Fact>
        {phone && (
          <Fact name="Phone">
            <Anchor href={telephoneLink(phone)} underline="always">
              {phone}
            </Anchor>
          </Fact>
        )}
        {others.length > 0 && (
          <Fact name="Also known as">
            <span dir="auto">{others.join(', ')}</span>
          </Fact>
        )}
      </dl>
      <PersonData person={person} />
    </Panel>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const Notes = ({ person }: { person: PersonDetails }) => {
  const notes = usePersonNotes(person)
  if (notes.length === 0) return null
  return (
    <Panel title="Notes" aside="Only your team sees this">
      <ul className={classes.items}>
        {notes.map(({ to, about, text }) => (
          <li key={about} className={classes.note}>
            <p dir="auto">{text}</p>
            <small>
              <Anchor component={Link} to={to} underline="always" size="sm">
                {about}
              </Anchor>
            </small>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
