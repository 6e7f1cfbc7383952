import { sampleService } from '../sample/sample.service.ts'
import { wireAccounts } from './accounts.ts'
import { wireOrders } from './orders.ts'
import type { Parts } from './parts.ts'
import { wirePets } from './pets.ts'

/** The sample shelter, as the command line adds it. */
export const wireSample = (parts: Pick<Parts, 'config' | 'database' | 'clock'>) => {
  const { pets, profiles, categories } = wirePets(parts)
  const { orders } = wireOrders({ ...parts, pets })
  const { organizations } = wireAccounts(parts)
  const { database, clock } = parts
  return sampleService({ database, pets, profiles, categories, orders, organizations, clock })
}
