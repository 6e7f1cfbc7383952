import type { AdoptionStore, Scope } from '@adoption-store/client'
import { parseInt64 } from '../platform/int64.ts'
import { applicationLabels, petLabels } from '../platform/status-labels.ts'

/** Something that the server has found. */
type Found = { title: string; detail: string; to: string }

/** The searches that the palette sends to the server. */
type Finder = {
  /** The heading of what it finds. */
  group: string
  scope: Scope
  alsoScope?: Scope
  find: (store: AdoptionStore, text: string, signal: AbortSignal) => Promise<Found[]>
}

const FEW = 5
const MAX_SEARCH = 200
const MAX_NAME_SEARCH = 100

/** In the order of their groups. */
export const finders: readonly Finder[] = [
  {
    group: 'Animals',
    scope: 'pets:read',
    async find(store, text, signal) {
      const query = { q: text.slice(0, MAX_SEARCH), sort: '-waiting', limit: FEW } as const
      const { items } = await store.animals.list(query, { signal })
      return items.map(({ id, name, status }) => ({
        title: name,
        detail: `${petLabels[status].label} · #${id}`,
        to: `/animals/${id}`,
      }))
    },
  },
  {
    group: 'People',
    scope: 'applications:read',
    alsoScope: 'orders:read',
    async find(store, text, signal) {
      const query = { q: text.slice(0, MAX_NAME_SEARCH), limit: FEW }
      const { items } = await store.people.list(query, { signal })
      return items.map(({ id, name, email }) => ({
        title: name,
        detail: email,
        to: `/people/${id}`,
      }))
    },
  },
  {
    group: 'Applications',
    scope: 'applications:read',
    async find(store, text, signal) {
      const query = { q: text.slice(0, MAX_NAME_SEARCH), sort: '-id', limit: FEW } as const
      const { items } = await store.applications.list(query, { signal })
      return items.map(({ id, applicant, status }) => ({
        title: applicant?.name ?? `Application #${id}`,
        detail: `${applicationLabels[status].label} · #${id}`,
        to: `/applications/${id}`,
      }))
    },
  },
  {
    group: 'Adoptions',
    scope: 'orders:read',
    async find(store, text, signal) {
      const id = parseInt64(text.replace(/^#/, ''))
      if (id === undefined) return []
      const order = await store.orders.get(id, { signal }).catch(() => undefined)
      if (!order) return []
      const title = order.customer?.name ?? `Adoption #${order.id}`
      return [{ title, detail: `#${order.id}`, to: `/adoptions/${order.id}` }]
    },
  },
]
