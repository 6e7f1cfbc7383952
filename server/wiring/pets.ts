import { findCategory } from '../categories/categories.repository.ts'
import { categoriesService } from '../categories/categories.service.ts'
import type { Config } from '../config.ts'
import { listingsService } from '../listings/listings.service.ts'
import { hasOpenOrder } from '../orders/orders.repository.ts'
import { petsService } from '../pets/pets.service.ts'
import { profilesService } from '../profiles/profiles.service.ts'
import type { Parts } from './parts.ts'

type Deps = Pick<Parts, 'database' | 'clock'> & { config: Pick<Config, 'strictCategories'> }

/** Animals, what is known of them, and their categories. */
export const wirePets = ({ config, database, clock }: Deps) => {
  const pets = petsService({
    database,
    categories: { find: findCategory },
    orders: { hasOpen: hasOpenOrder },
    strictCategories: config.strictCategories,
  })
  const profiles = profilesService({ database, pets, clock })
  const categories = categoriesService({ database })
  const listings = listingsService({ database, clock })
  return { pets, profiles, listings, categories }
}
