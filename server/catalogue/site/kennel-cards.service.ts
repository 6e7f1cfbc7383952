import type { Organization } from '../../animals/organizations/organization.ts'
import type { OrganizationsService } from '../../animals/organizations/organizations.service.ts'
import type { PetStatus } from '../../animals/pets/pet.ts'
import type { Photo } from '../../animals/photos/photo.ts'
import { ageAt } from '../../animals/profiles/age.ts'
import type { StoredProfile } from '../../animals/profiles/profile.ts'
import { emptyProfile } from '../../animals/profiles/profile-facts.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Language, languageOfCountry } from '../../platform/language.ts'
import type { Database } from '../../platform/storage/database.ts'
import { readsFor } from '../../requests/access/account-reads.ts'
import { type Actor, isOwner } from '../../requests/access/ownership.ts'
import type { AnimalRow, findAnimals } from '../animal-list/animals.repository.ts'
import type { ListingsService } from '../listings/listings.service.ts'
import { shortUrl } from '../listings/slug.ts'
import type { Card } from './kennel-card.html.ts'
import type { KennelCards } from './kennel-card.ts'
import { pageLanguage } from './page-language.ts'
import type { SiteAssets } from './site-assets.ts'

type Query = Database['read']

type Deps = {
  database: Pick<Database, 'read' | 'readLong'>
  findAnimals: typeof findAnimals
  listProfiles: (query: Query, ids: readonly bigint[]) => Promise<Map<bigint, StoredProfile>>
  listPhotos: (query: Query, ids: readonly bigint[]) => Promise<Photo[]>
  listings: Pick<ListingsService, 'show'>
  organizations: Pick<OrganizationsService, 'find'>
  assets: () => Promise<SiteAssets>
  clock: Pick<Clock, 'nowMs'>
  /** Whether animals have public pages. */
  hasSite: boolean
}

export type KennelCardsService = ReturnType<typeof kennelCardsService>

/** Kennel cards for staff, also of animals that are not published. */
export const kennelCardsService = (deps: Deps) => {
  const { database, listProfiles, listPhotos, listings, organizations, assets, clock } = deps

  const shelters = async (rows: readonly AnimalRow[]) => {
    const ids = [...new Set(rows.map(({ account_id }) => account_id))]
    const found = ids.map((id) => organizations.find({ actsForStore: true }, id))
    return new Map((await Promise.all(found)).flatMap((one) => (one ? [[one.id, one]] : [])))
  }

  /** The animals with a public page on which they can be adopted. */
  const offered = async (ids: readonly bigint[]): Promise<ReadonlySet<bigint>> => {
    const shown = deps.hasSite ? await listings.show(ids) : []
    return new Set(shown.flatMap(({ id, status }) => (status === 'sold' ? [] : [id])))
  }

  return {
    /** Animals that do not exist, or are not the caller's, are left out. */
    async print(
      caller: Actor,
      { ids, language: chosen }: { ids: readonly bigint[]; language: Language | undefined },
      origin: string,
    ): Promise<KennelCards> {
      const query = readsFor(database, caller).beside()
      const all = await deps.findAnimals(query, ids)
      const rows = all.filter(({ account_id }) => isOwner(caller, account_id))
      const found = rows.map(({ id }) => id)
      const [profiles, photos, organizationsById, pages] = await Promise.all([
        listProfiles(query, found),
        listPhotos(query, found),
        shelters(rows),
        offered(found),
      ])
      const photosByPet = Map.groupBy(photos, ({ petId }) => petId)
      const rowsById = new Map(rows.map((row) => [row.id, row]))
      const ordered = [...new Set(ids)].flatMap((id) => rowsById.get(id) ?? [])
      const language = (organization: Organization | undefined): Language =>
        chosen ?? languageOfCountry(organization?.address.country)
      const cards = ordered.map(async (row): Promise<Card> => {
        const organization = organizationsById.get(row.account_id)
        const { texts } = await textsIn(language(organization))
        return {
          animal: cardAnimal(row, {
            profile: profiles.get(row.id) ?? emptyProfile(row.id),
            photos: photosByPet.get(row.id) ?? [],
            nowMs: clock.nowMs(),
          }),
          organization,
          texts,
          url: pages.has(row.id) ? shortUrl(origin, row.id) : undefined,
        }
      })
      return document(await assets(), await Promise.all(cards), chosen)
    },
  }
}

const textsIn = (language: Language) => pageLanguage({ language, isChosen: false })

const document = async (
  { look }: SiteAssets,
  cards: readonly Card[],
  chosen: Language | undefined,
): Promise<KennelCards> => {
  const { kennelCards } = await import('./kennel-card.html.ts')
  const language = chosen ?? cards[0]?.texts.animals.language ?? 'en'
  const { texts } = await textsIn(language)
  const title = texts.card.manyTitle
  const { html } = kennelCards(look, cards, { title, language })
  return {
    title,
    language,
    html,
    cards: cards.map(({ animal, url }) => ({ petId: animal.id, url: url ?? null })),
  }
}

type CardParts = { profile: StoredProfile; photos: readonly Photo[]; nowMs: number }

const cardAnimal = ({ id, name, status, born }: AnimalRow, { profile, photos, nowMs }: CardParts): Card['animal'] => ({
  ...profile.shown,
  id,
  name,
  photos,
  age: ageAt(born, nowMs),
  // A check constraint of the table allows only known statuses.
  status: status as PetStatus,
  distanceMetres: undefined,
})
