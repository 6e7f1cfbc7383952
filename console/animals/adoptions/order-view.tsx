import type { Int64, Order, Pet } from '@adoption-store/client'
import { useQuery } from '@tanstack/react-query'
import { OrderStatusPill } from '../../adoptions/orders/order-status.tsx'
import { usePetsByIdQuery } from '../../adoptions/orders/pet-names.ts'
import { LoadFailure } from '../../platform/failure.tsx'
import { useFallbackPollMs } from '../../platform/fallback-poll.ts'
import { PawIcon } from '../../platform/icons.tsx'
import { PageHead, usePageTitle } from '../../platform/page-head.tsx'
import { Panel } from '../../platform/panel.tsx'
import { orderQuery, profileQuery } from '../../platform/record-queries.ts'
import { SkeletonPage } from '../../platform/skeleton.tsx'
import { formatDay } from '../../platform/time-format.ts'
import { UpLink } from '../../platform/up-link.tsx'
import { useStore } from '../../session/session.ts'
import { isLong } from '../pets/animal-text.ts'
import { focusOf, srcOf, srcSetOf, usePhotos } from '../photos/photo-list.ts'
import { ageText, breedText } from '../profiles/profile-labels.ts'
import { OrderAdopter } from './order-adopter.tsx'
import { OrderContract } from './order-contract.tsx'
import { OrderFee } from './order-fee.tsx'
import { OrderNext } from './order-next.tsx'
import { OrderPartners } from './order-partners.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import classes from './order-view.module.css'

/** One adoption: who adopts whom, the next step, and what has happened. */
export const OrderView = ({ id }: { id: Int64 }) => {
  const order = useQuery({ ...orderQuery(useStore(), id), refetchInterval: useFallbackPollMs() })
  const pets = usePetsByIdQuery(order.data ? [order.data.petId] : [])
  const { data, error } = order
  const isNamed = pets.data !== undefined || pets.error !== null
  return (
    <>
      <UpLink to="/adoptions">All adoptions</UpLink>
      {!data && error && <PageHead title={`Adoption ${id}`} />}
      <LoadFailure query={order} />
      {data ? isNamed ? <Adoption order={data} pet={pets.data?.[0]} /> : <SkeletonPage /> : null}
      {!data && !error && <SkeletonPage />}
    </>
  )
}

type Props = { order: Order; pet: Pet | undefined }

const Adoption = ({ order, pet }: Props) => {
  const name = pet?.name ?? `Animal ${order.petId}`
  const { customer, note } = order
  const title = customer ? `${name} and ${customer.name}` : `Adoption of ${name}`
  const heading = usePageTitle(title)
  return (
    <>
      <div className={classes.pair}>
        {pet ? <FirstPhoto petId={pet.id} /> : <NoPhoto />}
        <div>
          <div className={classes.name}>
            <h1 ref={heading} tabIndex={-1} dir="auto" data-long={isLong(title) || undefined}>
              {title}
            </h1>
            <OrderStatusPill status={order.status} />
            <span className="num">#{String(order.id)}</span>
          </div>
          <About order={order} pet={pet} />
          <OrderNext order={order} pet={pet} name={name} />
        </div>
      </div>
      <OrderPartners order={order} />
      <div className={classes.two}>
        <Panel title="Timeline">
          <OrderTimeline order={order} name={name} />
        </Panel>
        <aside aria-label="Adopter and fee">
          <OrderAdopter order={order} />
          <OrderFee order={order} />
        </aside>
      </div>
      <OrderContract order={order} name={name} />
      {note && (
        <Panel title="Note">
          <p className={classes.note} dir="auto">
            {note}
          </p>
        </Panel>
      )}
    </>
  )
}

/** `Beagle mix, 2 years · Together since Nov 28, 2026` */
const About = ({ order, pet }: Props) => {
  const profile = useQuery({ ...profileQuery(useStore(), order.petId), enabled: pet !== undefined })
  const facts = profile.data && [breedText(profile.data.profile), ageText(profile.data.profile)]
  const since =
    order.status === 'delivered' && order.contract
      ? `Together since ${formatDay(order.contract.signedAt)}`
      : `Started ${formatDay(order.createdAt)}`
  return (
    <p className={classes.about} dir="auto">
      {[facts?.filter(Boolean).join(', '), since].filter(Boolean).join(' · ')}
    </p>
  )
}

const FirstPhoto = ({ petId }: { petId: Int64 }) => {
  const [photo] = usePhotos(petId).data ?? []
  if (!photo) return <NoPhoto />
  return (
    <span className={classes.photo}>
      <img
        src={srcOf(photo)}
        srcSet={srcSetOf(photo)}
        sizes="(max-width: 700px) 100vw, 232px"
        alt={photo.alt ?? ''}
        style={{ objectPosition: focusOf(photo) }}
      />
    </span>
  )
}

const NoPhoto = () => (
  <span className={classes.photo} aria-hidden="true">
    <PawIcon size={48} />
  </span>
)
