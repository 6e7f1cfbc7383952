import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import type { OwnedOrder } from '../orders/order.ts'
import {
  type DocumentData,
  type DocumentSources,
  readDocumentData,
  renderDocument,
} from './document-data.ts'
import type { DocumentImages } from './document-images.ts'
import { findPrintedWriting, storeSignedContract } from './signed-contracts.repository.ts'
import { writingIn } from './writing.ts'

type Deps = {
  database: Pick<Database, 'read'>
  sources: DocumentSources
  images: DocumentImages
  clock: Pick<Clock, 'nowMs'>
}

/** A contract that was rendered before the hand-over, and what it shows. */
export type PreparedContract = { data: DocumentData; title: string; html: string }

/** The proof of a signed contract, which stays when the contract is erased. */
export type ContractProof = { sha256: string; signedAtMs: number; templateVersion: string }

/** Something that the prepared contract shows has changed since: prepare it again. */
export class ContractOutdated extends Error {}

export type Signing = ReturnType<typeof signing>

/**
 * Stores contracts as they are signed. Rendering is slow and must not delay other writes, so it
 * happens before the transaction of the hand-over, which only compares what the contract shows.
 */
export const signing = ({ database, sources, images, clock }: Deps) => {
  const readData = async (query: Trx['query'], found: OwnedOrder): Promise<DocumentData> => {
    const writing =
      (await findPrintedWriting(query, found.order.id)) ??
      writingIn((await sources.findOrganization(query, found.ownerId))?.address.country)
    return readDocumentData(query, sources, found, {
      ...{ kind: 'contract', writing, nowMs: clock.nowMs() },
    })
  }

  return {
    async prepare(found: OwnedOrder): Promise<PreparedContract> {
      const data = await readData(database.read, found)
      return { data, ...(await renderDocument(data, images, { isUnsignedCopy: false })) }
    },

    /** Throws `ContractOutdated`, before it writes anything. */
    async sign(
      trx: Trx,
      found: OwnedOrder,
      prepared: PreparedContract | undefined,
    ): Promise<ContractProof> {
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
  }
}
