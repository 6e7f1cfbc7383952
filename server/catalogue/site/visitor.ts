import type { Client } from '../../requests/access/account-reads.ts'
import { addressBucket } from '../../requests/rate-limits/address.ts'

/** Who visits, and at which origin. `isCurrent`: cached values may be used. */
export type Visitor = { client: Client; origin: string; isCurrent: boolean }

/** Long reads of visitors take turns. */
export const clientAt = (address: string): Client => ({ visitor: addressBucket(address) })
