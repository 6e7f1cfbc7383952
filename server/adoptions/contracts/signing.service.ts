import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import type { OwnedOrder } from '../orders/order.ts'
import { ContractOutdated, type OrderContracts } from '../orders/order-contracts.ts'
import { type DocumentData, type DocumentSources, readDocumentData, renderDocument } from './document-data.ts'
import type { DocumentImages } from './document-images.ts'
import { findPrintedWriting, removeSignedContract, storeSignedContract } from './signed-contracts.repository.ts'
import { writingIn } from './writing.ts'

type Deps = {
  database: Pick<Database, 'read'>
  sources: DocumentSources
  images: DocumentImages
  clock: Pick<Clock, 'nowMs'>
}

/**
 * Stores contracts as they are signed. Rendering is slow and must not delay other writes, so it
 * happens before the transaction of the hand-over, which only compares what the contract shows.
 */
export const signing = ({ database, sources, images, clock }: Deps): OrderContracts => {
  const readData = async (query: Trx['query'], found: OwnedOrder): Promise<DocumentData> => {
    const writing =
      (await findPrintedWriting(query, found.order.id)) ??
      writingIn((await sources.findOrganization(query, found.ownerId))?.address.country)
    return readDocumentData(query, sources, found, {
      kind: 'contract',
      writing,
      nowMs: clock.nowMs(),
    })
  }

  return {
    async prepare(found) {
      const data = await readData(database.read, found)
      return { data, ...(await renderDocument(data, images, { isUnsignedCopy: false })) }
    },

    async sign(trx, found, prepared) {
      // From now on its profile and photos cannot change either.
      await trx.lock('pets', found.order.petId)
      const data = await readData(trx.query, found)
      if (!prepared || !isDeepStrictEqual(data, prepared.data)) throw new ContractOutdated()
      const { title, html } = prepared
      await storeSignedContract(trx.query, found.order.id, { title, html })
      return {
        sha256: createHash('sha256').update(html).digest('hex'),
        signedAtMs: clock.nowMs(),
        templateVersion: data.templateVersion,
      }
    },

    async discard(trx, orderId) {
      await removeSignedContract(trx.query, orderId)
    },
  }
}
