import { findCategory } from '../categories/categories.repository.ts'
import { categoriesService } from '../categories/categories.service.ts'
import type { Config } from '../config.ts'
import { hasOpenOrder } from '../orders/orders.repository.ts'
import { petsService } from '../pets/pets.service.ts'
import type { Parts } from './parts.ts'

type Deps = Pick<Parts, 'database'> & { config: Pick<Config, 'strictCategories'> }

/** Animals and their categories. */
export const wirePets = ({ config, database }: Deps) => ({
  pets: petsService({
    database,
    categories: { find: findCategory },
    orders: { hasOpen: hasOpenOrder },
    strictCategories: config.strictCategories,
  }),
  categories: categoriesService({ database }),
})
