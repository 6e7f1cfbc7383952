import type { HistoryEntry, Order } from '@adoption-store/client'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { queryKeys } from '../../platform/query-keys.ts'
import { SkeletonRows } from '../../platform/skeleton.tsx'
import { adoptionLabels, applicationLabels } from '../../platform/status-labels.ts'
import { Time } from '../../platform/time.tsx'
import { useCan } from '../../session/permissions.ts'
import { useStore } from '../../session/session.ts'
import { historySentence } from '../pets/history-sentence.ts'
import classes from './order-view.module.css'

/** The API's limit for one page. */
const MAX_ENTRIES = 100

/** The history of an adoption and its application, oldest first. */
export const OrderTimeline = ({ order, name }: { order: Order; name: string }) => {
  const canReadApplications = useCan('applications:read')
  const { data, isPending } = useOrderHistory(order)
  if (isPending) return <SkeletonRows what="the timeline" rows={2} />
  // Histories begin later than the oldest adoptions, and are only for the animal's owner.
  const entries = data?.some(({ action }) => action === 'orderPlaced') ? data : undefined
  return (
    <ol className={classes.timeline}>
      {entries?.map((entry) => (
        <li key={String(entry.id)}>
          <span dir="auto">{sentenceOf(entry, order, name)}</span>
          <small>
            <Time at={entry.time} />
            {entry.action === 'applicationReceived' && canReadApplications && (
              <>
                {' · '}
                <Link to={`/applications/${entry.applicationId}`}>Application</Link>
              </>
            )}
          </small>
          {entry.status === 'returned' && order.returnReason && <small dir="auto">{order.returnReason}</small>}
        </li>
      ))}
      {!entries && <Known order={order} />}
    </ol>
  )
}

/** The details stored with the adoption itself. */
const Known = ({ order }: { order: Order }) => (
  <>
    <li>
      The adoption was started
      <small>
        <Time at={order.createdAt} />
      </small>
    </li>
    {order.status !== 'placed' && (
      <li>
        {adoptionLabels[order.status].label}
        <small>
          <Time at={order.contract?.signedAt ?? order.updatedAt} />
        </small>
        {order.returnReason && <small dir="auto">{order.returnReason}</small>}
      </li>
    )}
  </>
)

const useOrderHistory = ({ id, petId, applicationId }: Order) => {
  const store = useStore()
  return useQuery({
    queryKey: queryKeys.orderHistory(id),
    queryFn: async ({ signal }) => {
      const { items } = await store.pets.history(petId, { limit: MAX_ENTRIES }, { signal })
      return items.filter((entry) => isAbout(entry, id, applicationId)).toReversed()
    },
  })
}

const isAbout = (entry: HistoryEntry, id: Order['id'], applicationId: Order['applicationId']) =>
  entry.orderId === undefined
    ? applicationId !== undefined && String(entry.applicationId) === String(applicationId)
    : String(entry.orderId) === String(id)

/** `Mara Klein handed Biscuit over`; without the name if nobody did it. */
const sentenceOf = (entry: HistoryEntry, { customer }: Order, name: string): string => {
  const who = entry.actor?.type === 'cli' ? 'An operator' : entry.actor?.name
  if (entry.action === 'applicationReceived' && !who) return `${customer?.name ?? 'Somebody'} applied`
  const [by, itself] = phrasesOf(entry, name) ?? []
  if (by === undefined || itself === undefined) return historySentence(entry, name)
  return who ? `${who} ${by}` : itself
}

const phrasesOf = ({ action, status }: HistoryEntry, name: string): [string, string] | undefined => {
  if (action === 'orderPlaced') return ['started the adoption', 'The adoption was started']
  if (action === 'applicationMoved') {
    const label = Object.entries(applicationLabels).find(([key]) => key === status)?.[1].label
    return [`moved the application to “${label}”`, `The application became “${label}”`]
  }
  return action === 'orderMoved' ? steps(name)[status ?? ''] : undefined
}

const steps = (name: string): Partial<Record<string, [string, string]>> => ({
  approved: ['approved the adoption', 'The adoption was approved'],
  delivered: [`handed ${name} over`, `${name} was handed over`],
  returned: [`took ${name} back`, `${name} came back`],
  cancelled: ['cancelled the adoption', 'The adoption was cancelled'],
  expired: ['let the adoption expire', 'The adoption expired'],
})
