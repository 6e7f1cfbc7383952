import { repeatUntilDone } from '../../platform/repeat.ts'
import type { Database } from '../../platform/storage/database.ts'
import { settleCustomers } from './order-keys.repository.ts'

type Deps = { database: Pick<Database, 'write'> }

/** Everybody's writes wait for a transaction. */
const STEP = 200

/** Brings all orders in step with what customers are matched by, some at a time. */
export const orderKeys =
  ({ database }: Deps) =>
  (stopping: AbortSignal): Promise<void> => {
    const step = () => database.write(({ query }) => settleCustomers(query, STEP))
    return repeatUntilDone(async () => (await step()) === STEP, stopping)
  }
