import type { Trx } from '../../platform/storage/database.ts'
import type { OwnedOrder } from './order.ts'

/** A contract that was rendered before the hand-over, and the values that it shows. */
export type PreparedContract = { data: unknown; title: string; html: string }

/** The proof of a signed contract, which stays when the contract is erased. */
export type ContractProof = { sha256: string; signedAtMs: number; templateVersion: string }

/** A value that the prepared contract shows has changed since: prepare it again. */
export class ContractOutdated extends Error {}

/** The contracts of orders, as the service of orders uses them. */
export type OrderContracts = {
  prepare(found: OwnedOrder): Promise<PreparedContract>
  /** Throws `ContractOutdated`, before it writes anything. */
  sign(trx: Trx, found: OwnedOrder, prepared: PreparedContract | undefined): Promise<ContractProof>
  discard(trx: Trx, orderId: bigint): Promise<void>
}
