import type { ConsequencesOf } from '../../requests/api/consequence.ts'
import type { ListingsChange } from './listing.ts'

export const listingConsequences: ConsequencesOf<ListingsChange> = {
  // The suspension or its end has its own entry, and changes nothing about the animals.
  'listings settled': { listingsOf: ({ ids }) => ids, notify: ['listings'] },
}
