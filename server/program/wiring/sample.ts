import { sampleService } from '../../exchange/sample/sample.service.ts'
import { samplePictures } from '../../exchange/sample/sample-pictures.ts'
import { wireAccounts } from './accounts.ts'
import { wireOrders } from './orders.ts'
import type { Parts } from './parts.ts'
import { wirePets } from './pets.ts'
import { wirePhotos } from './photos.ts'

/** The sample shelter, as the command line adds it. */
export const wireSample = async (
  parts: Pick<Parts, 'config' | 'database' | 'clock'>,
  { hasPhotos }: { hasPhotos: boolean },
) => {
  const { pets, profiles, categories } = wirePets(parts)
  const { orders } = wireOrders({ ...parts, pets, profiles })
  const { organizations } = wireAccounts(parts)
  const { close, ...photos } = await wirePhotos({ ...parts, pets })
  const { database, clock } = parts
  const addPicture = hasPhotos ? samplePictures({ database, ...photos }) : async () => {}
  const animals = { pets, profiles, categories, orders, organizations }
  return { sample: sampleService({ database, ...animals, addPicture, clock }), close }
}
