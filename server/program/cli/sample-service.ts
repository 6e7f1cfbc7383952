import { orderService } from '../../adoptions/adoptions.module.ts'
import { petServices, photoServices } from '../../animals/animals.module.ts'
import { organizationsService } from '../../animals/organizations/organizations.service.ts'
import { claimFiles } from '../../animals/photos/photo-files.repository.ts'
import { sampleServices } from '../../exchange/exchange.module.ts'
import { samplePictures } from '../../exchange/sample/sample-pictures.ts'
import { pastEvents } from '../../feed/events/past-events.service.ts'
import { eraseResponsesAt } from '../../feed/webhooks/deliveries.repository.ts'
import { systemClock as clock } from '../../platform/clock.ts'
import { createLogger } from '../../platform/log.ts'
import { upward } from '../upward.ts'
import type { Store } from './store.ts'

/** The sample shelter, for the command line. */
export const openSample = async ({ config, database, accounts }: Pick<Store, 'config' | 'database' | 'accounts'>) => {
  const log = createLogger(config.logLevel)
  const parts = { config, database, clock, log, ...upward }
  const animals = petServices(parts)
  const past = pastEvents({ database, eraseResponsesAt })
  const organizations = organizationsService({ database, accounts, clock })
  const { close, photos, ...media } = await photoServices({ ...parts, pets: animals.pets })
  const orders = orderService(parts, { ...animals, pictures: media, pastEvents: past })
  const services = { ...parts, ...animals, photos, orders, organizations }
  const { sample, remove } = sampleServices(services)
  return { add: sample.add, remove, pictureOf: samplePictures({ ...parts, ...media, claimFiles }), close }
}
