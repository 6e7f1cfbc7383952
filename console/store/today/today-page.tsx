import type { Animal, Application, Order } from '@adoption-store/client'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { ManualMailLine } from '../../accounts/mail/manual-mail.tsx'
import { useInboxCount } from '../../adoptions/applications/application-list.ts'
import { usePetsById } from '../../adoptions/orders/pet-names.ts'
import { MonthChart } from '../../adoptions/reports/month-chart.tsx'
import { useReport } from '../../adoptions/reports/use-report.ts'
import { noFilter } from '../../animals/pets/animal-filter.ts'
import { useAnimalCounts } from '../../animals/pets/animal-lists.ts'
import { AnimalPhoto } from '../../animals/pets/animal-photo.tsx'
import { daysWaiting, lineOf } from '../../animals/pets/animal-text.ts'
import { useCategoryNames } from '../../animals/pets/category-names.ts'
import { useSample } from '../../animals/pets/sample.ts'
import { Avatar } from '../../platform/avatar.tsx'
import { useNowMs } from '../../platform/countdown.ts'
import { LoadFailure } from '../../platform/failure.tsx'
import { formatCount } from '../../platform/number-format.ts'
import { PageHead, usePageTitle } from '../../platform/page-head.tsx'
import { Panel } from '../../platform/panel.tsx'
import { Skeleton, SkeletonPage, SkeletonRows } from '../../platform/skeleton.tsx'
import { Ago } from '../../platform/time.tsx'
import { formatDays, formatUntil } from '../../platform/time-format.ts'
import { useCan, useMe } from '../../session/permissions.ts'
import { Backups, OverdueBackups, useIsOperator } from './backups.tsx'
import firstDay from './first-day.module.css'
import { FirstDay } from './first-day.tsx'
import { type FirstStep, useFirstSteps } from './first-steps.ts'
import { SamplePanel } from './sample-panel.tsx'
import classes from './today.module.css'
import { useExpiringCount, useExpiringHolds, useLongestWaiting, useMeetings, useNewestApplications } from './today.ts'

/** Today's tasks at a glance. Each number links to its list. */
export const TodayPage = () => {
  const { steps, isLoading } = useFirstSteps()
  const total = useAnimalCounts(noFilter).data?.total ?? 0
  const { data: sample } = useSample()
  if (isLoading && total === 0) return <SkeletonPage />
  // While the sample is being added, the numbers would change all the time.
  if (steps && (total === 0 || sample?.status === 'adding')) return <Welcome steps={steps} />
  return <TodaysTasks steps={steps} />
}

/** A store without animals has no numbers to show. */
const Welcome = ({ steps }: { steps: readonly FirstStep[] }) => {
  const { data: me } = useMe()
  const [firstName] = me?.type === 'user' ? me.name.split(' ') : []
  const title = firstName ? `Welcome, ${firstName}` : 'Welcome'
  const heading = usePageTitle(title)
  return (
    <>
      <div className={firstDay.hello}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p>A few steps, and your shelter is ready for its first adopters.</p>
      </div>
      <FirstDay steps={steps} />
      <SamplePanel />
    </>
  )
}

const TodaysTasks = ({ steps }: { steps?: readonly FirstStep[] | undefined }) => {
  const canReadApplications = useCan('applications:read')
  const canReadOrders = useCan('orders:read')
  const isOperator = useIsOperator()
  return (
    <>
      <PageHead title="Today" />
      {isOperator && <OverdueBackups />}
      <ManualMailLine />
      {steps && <FirstDay steps={steps} />}
      <SamplePanel />
      <Figures />
      <div className={classes.columns}>
        {canReadApplications && <Applications />}
        {canReadOrders && <Holds />}
        <LongestWaiting />
        <Adoptions />
        {isOperator && <Backups />}
      </div>
    </>
  )
}

const Figures = () => {
  const canReadApplications = useCan('applications:read')
  const canReadOrders = useCan('orders:read')
  const counts = useAnimalCounts(noFilter).data
  const review = useInboxCount('review')
  const meetings = useMeetings(canReadApplications)
  const expiring = useExpiringCount(canReadOrders)
  return (
    <ul className={classes.figures}>
      {canReadApplications && (
        <>
          <Figure to="/applications" label="Applications to review" count={review} isUrgent />
          <Figure to="/applications?tab=progress" label="Meetings and visits under way" count={meetings} />
        </>
      )}
      {canReadOrders && (
        <Figure to="/adoptions?expires=24" label="Holds that end within a day" count={expiring} isUrgent />
      )}
      <Figure
        to="/animals?tab=available&photo=false"
        label="Available without a photo"
        count={counts?.withoutPhoto.available}
      />
      <Figure
        to="/animals?tab=unpublished"
        label="Not published"
        count={counts && counts.unpublished.available + counts.unpublished.pending}
      />
      <Figure to="/animals?tab=available" label="Available" count={counts?.status.available} />
    </ul>
  )
}

type FigureProps = {
  to: string
  label: string
  count: number | undefined
  /** Somebody is waiting for the shelter. */
  isUrgent?: true
}

const Figure = ({ to, label, count, isUrgent }: FigureProps) => (
  <li>
    <Link to={to} className={classes.figure ?? ''}>
      <b data-urgent={(isUrgent && count !== undefined && count > 0) || undefined}>
        {count === undefined ? <Skeleton width={36} height={26} /> : formatCount(count)}
      </b>
      <span>{label}</span>
    </Link>
  </li>
)

type Loaded<Item> = {
  data: readonly Item[] | undefined
  error: unknown
  refetch: () => Promise<unknown>
}

type ListProps<Item> = {
  what: string
  list: Loaded<Item>
  none: string
  children: (item: Item) => ReactNode
}

const List = <Item,>({ what, list, none, children }: ListProps<Item>) => {
  const { data, error } = list
  return (
    <>
      <LoadFailure query={list} />
      {!data && !error && <SkeletonRows what={what} rows={3} />}
      {data?.length === 0 && <p className={classes.none}>{none}</p>}
      {data && data.length > 0 && <ul className={classes.list}>{data.map(children)}</ul>}
    </>
  )
}

const Applications = () => {
  const list = useNewestApplications()
  const pets = usePetsById(list.data?.flatMap(({ petId }) => petId ?? []) ?? [])
  return (
    <Panel title="Waiting for a reply" aside={<Link to="/applications">All applications</Link>}>
      <List<Application> what="applications" list={list} none="Nobody is waiting for a reply.">
        {({ id, applicant, petId, createdAt }) => (
          <li key={String(id)}>
            <Link to={`/applications/${id}`} className={classes.row ?? ''}>
              <Avatar name={applicant?.name ?? ''} isFaded={!applicant} size={36} />
              <span className={classes.who}>
                <b dir="auto">{applicant?.name ?? 'Erased'}</b>
                <small>
                  {petId === undefined ? 'No particular animal' : `for ${pets.get(String(petId))?.name ?? `#${petId}`}`}
                </small>
              </span>
              <small>
                <Ago at={createdAt} />
              </small>
            </Link>
          </li>
        )}
      </List>
    </Panel>
  )
}

const Holds = () => {
  const list = useExpiringHolds()
  const nowMs = useNowMs()
  const pets = usePetsById(list.data?.map(({ petId }) => petId) ?? [])
  return (
    <Panel title="Holds that end soon" aside={<Link to="/adoptions?expires=24">All holds</Link>}>
      <List<Order> what="holds" list={list} none="No holds end within a day.">
        {({ id, petId, customer, expiresAt }) => (
          <li key={String(id)}>
            <Link to={`/adoptions/${id}`} className={classes.row ?? ''}>
              <Avatar name={customer?.name ?? ''} isFaded={!customer} size={36} />
              <span className={classes.who}>
                <b dir="auto">{pets.get(String(petId))?.name ?? `#${petId}`}</b>
                <small dir="auto">{customer?.name ?? 'Erased'}</small>
              </span>
              {expiresAt && <small>ends {formatUntil(expiresAt, nowMs)}</small>}
            </Link>
          </li>
        )}
      </List>
    </Panel>
  )
}

const LongestWaiting = () => {
  const list = useLongestWaiting()
  const names = useCategoryNames()
  const nowMs = useNowMs()
  return (
    <Panel title="Waiting longest" aside={<Link to="/animals?tab=available&sort=-waiting">All animals</Link>}>
      <List<Animal> what="animals" list={list} none="No animals are available.">
        {(animal) => (
          <li key={String(animal.id)}>
            <Link to={`/animals/${animal.id}`} className={classes.row ?? ''}>
              <AnimalPhoto photo={animal.photo} />
              <span className={classes.who}>
                <b dir="auto">{animal.name}</b>
                <small>{lineOf(animal, names.nameOf(animal.categoryId))}</small>
              </span>
              <small>{formatDays(daysWaiting(animal, nowMs) ?? 0)}</small>
            </Link>
          </li>
        )}
      </List>
    </Panel>
  )
}

const Adoptions = () => {
  const { data, error, refetch } = useReport({})
  const months = data?.months ?? []
  return (
    <Panel title="Adoptions per month" aside={<Link to="/reports">All reports</Link>}>
      <LoadFailure query={{ data, error, refetch }} />
      {!data && !error && <SkeletonRows what="adoptions" rows={4} />}
      {data && (
        <MonthChart
          label={`Adoptions per month: ${formatCount(data.total.adoptions)} in the last 12 months`}
          months={months.map(({ month }) => month)}
          series={[
            {
              label: 'Adoptions',
              tone: 'accent',
              values: months.map(({ adoptions }) => adoptions),
            },
          ]}
        />
      )}
    </Panel>
  )
}
