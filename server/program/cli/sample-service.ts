import { orderService } from '../../adoptions/adoptions.module.ts'
import { petServices, photoServices } from '../../animals/animals.module.ts'
import { organizationsService } from '../../animals/organizations/organizations.service.ts'
import { claimFiles } from '../../animals/photos/photo-files.repository.ts'
import { findProfile } from '../../animals/profiles/profiles.repository.ts'
import { sampleService } from '../../exchange/sample/sample.service.ts'
import { samplePictures } from '../../exchange/sample/sample-pictures.ts'
import { sampleRemoval } from '../../exchange/sample/sample-removal.service.ts'
import { pastEvents } from '../../feed/events/past-events.service.ts'
import { eraseResponsesAt } from '../../feed/webhooks/deliveries.repository.ts'
import { systemClock as clock } from '../../platform/clock.ts'
import { createLogger } from '../../platform/log.ts'
import { upward } from '../upward.ts'
import type { Store } from './store.ts'

/** The sample shelter, for the command line. */
export const openSample = async (
  { config, database, accounts }: Pick<Store, 'config' | 'database' | 'accounts'>,
  { hasPhotos }: { hasPhotos: boolean },
) => {
  const log = createLogger(config.logLevel)
  const parts = { config, database, clock, log, ...upward }
  const { pets, profiles, categories } = petServices(parts)
  const past = pastEvents({ database, eraseResponsesAt })
  const organizations = organizationsService({ database, accounts, clock })
  const { close, ...photos } = await photoServices({ ...parts, pets })
  const orders = orderService(parts, { pets, profiles, pictures: photos, pastEvents: past })
  const { photoMedia } = photos
  const claim = (names: readonly string[]) => database.write(({ query }) => claimFiles(query, names, clock.nowMs()))
  const pictureOf = hasPhotos ? samplePictures({ photoMedia, claimFiles: claim, clock }) : async () => undefined
  const services = { database, pets, profiles, categories, orders, organizations }
  const { add } = sampleService({ ...services, photos: photos.photos, pictureOf, clock })
  return { sample: { add, remove: sampleRemoval({ ...services, findProfile }) }, close }
}
