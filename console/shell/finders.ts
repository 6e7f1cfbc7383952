import type { AdoptionStore, Scope } from '@adoption-store/client'
import { parseInt64 } from '../platform/int64.ts'

/** Something that the server has found. */
export type Found = { title: string; detail: string; to: string }

/** What the palette asks the server for. */
export type Finder = {
  /** The heading of what it finds. */
  group: string
  scope: Scope
  find: (store: AdoptionStore, text: string, signal: AbortSignal) => Promise<Found[]>
}

const FEW = 5

/** In the order of their groups. */
export const finders: readonly Finder[] = [
  {
    group: 'Animals',
    scope: 'pets:read',
    async find(store, text, signal) {
      const id = parseInt64(text.replace(/^#/, ''))
      const query = id === undefined ? { name: text } : { id: [id] }
      const { items } = await store.pets.list({ ...query, limit: FEW }, { signal })
      return items.map((pet) => ({
        title: pet.name,
        detail: `#${pet.id}`,
        to: `/animals/${pet.id}`,
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
