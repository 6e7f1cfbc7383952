import { hasOpenOrder } from '../../adoptions/orders/orders.repository.ts'
import { reportsService } from '../../adoptions/reports/reports.service.ts'
import { findCategory } from '../../animals/categories/categories.repository.ts'
import { categoriesService } from '../../animals/categories/categories.service.ts'
import { petsService } from '../../animals/pets/pets.service.ts'
import { countPhotos, listPhotos } from '../../animals/photos/photos.repository.ts'
import { profilesService } from '../../animals/profiles/profiles.service.ts'
import { animalsService } from '../../catalogue/animal-list/animals.service.ts'
import { countedListings } from '../../catalogue/listings/counted-listings.service.ts'
import { listingAges } from '../../catalogue/listings/listing-ages.service.ts'
import { listingsService } from '../../catalogue/listings/listings.service.ts'
import { suspendedListings } from '../../catalogue/listings/suspended-listings.service.ts'
import type { Config } from '../config.ts'
import type { Parts, Routine } from './parts.ts'

/** How long the listings of an account that was suspended may still be counted. */
const SETTLE_MS = 5_000
const AGES_MS = 60_000

type Deps = Pick<Parts, 'database' | 'clock'> & {
  config: Pick<Config, 'strictCategories' | 'requirePhoto'>
}

/** Animals, what is known of them, and their categories. */
export const wirePets = ({ config, database, clock }: Deps) => {
  const pets = petsService({
    database,
    categories: { find: findCategory },
    orders: { hasOpen: hasOpenOrder },
    strictCategories: config.strictCategories,
    clock,
  })
  const photos = { list: listPhotos, count: countPhotos }
  const { requirePhoto } = config
  const profiles = profilesService({ database, pets, photos, requirePhoto, clock })
  const categories = categoriesService({ database })
  const animals = animalsService({ database, clock })
  const reports = reportsService({ database, clock })
  const counted = countedListings({ database, clock })
  const listings = listingsService({ database, photos, counted, clock })
  const ages = listingAges({ database, clock })
  const settleListings = suspendedListings({ database })
  const routines: Routine[] = [
    { everyMs: SETTLE_MS, run: settleListings },
    { everyMs: AGES_MS, run: ages.renew },
  ]
  const offered = { settleListings, renewAges: ages.renew }
  const services = { pets, animals, reports, profiles, listings, categories }
  return { ...services, routines, ...offered, close: counted.close }
}
