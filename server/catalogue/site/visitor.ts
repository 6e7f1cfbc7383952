import type { Client } from '../../requests/access/account-reads.ts'
import { addressBucket } from '../../requests/rate-limits/address.ts'

/** Who asks, and where they reach this server. `isCurrent`: what is kept may be used. */
export type Visitor = { client: Client; origin: string; isCurrent: boolean }

/** Long reads of a visitor take turns with those of others. */
export const clientAt = (address: string): Client => ({ visitor: addressBucket(address) })
