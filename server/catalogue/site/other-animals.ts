import type { Clock } from '../../platform/clock.ts'
import type { Catalogue } from '../listings/catalogue.service.ts'
import type { ListedAnimal } from '../listings/listed-animal.ts'
import type { ListingsService } from '../listings/listings.service.ts'
import type { Choice } from './adopt-query.ts'
import { type Fragment, listingCard } from './listing-card.html.ts'
import { pageLanguage } from './page-language.ts'
import { listOf, type Visitor } from './site-lists.ts'

type Deps = {
  catalogue: Pick<Catalogue, 'find'>
  listings: Pick<ListingsService, 'show'>
  clock: Pick<Clock, 'nowMs'>
}

const MOST = 3

export type OtherAnimals = ReturnType<typeof otherAnimals>

/** Offers an applicant the animals that wait longest, of the same species if there are any. */
export const otherAnimals = ({ catalogue, listings, clock }: Deps) => {
  const idsOf = async (choice: Choice, { client }: Visitor, except: bigint | undefined) => {
    const { search, sort } = listOf({ ...choice, status: 'available', sort: 'publishedAt' })
    const { places } = await catalogue.find(client, { search, sort, limit: MOST + 1 })
    return places.map(({ petId }) => petId).filter((id) => id !== except)
  }
  return async (animal: ListedAnimal | undefined, visitor: Visitor): Promise<Fragment> => {
    const species = animal?.species
    const similar = species ? await idsOf({ species: [species] }, visitor, animal?.id) : []
    const all = similar.length > 0 ? similar : await idsOf({}, visitor, animal?.id)
    const ids = all.slice(0, MOST)
    const page = await pageLanguage(visitor.language)
    const shown = { nowMs: clock.nowMs(), isFirst: false, page }
    const found = new Map((await listings.show(ids)).map((other) => [other.id, other]))
    const cards = ids.flatMap((id) => {
      const other = found.get(id)
      return other ? listingCard(other, shown) : []
    })
    return {
      html: cards.map(({ html }) => html).join(''),
      css: cards.map(({ css }) => css).join(''),
    }
  }
}
