import { repeatUntilDone } from '../../platform/repeat.ts'
import type { Database } from '../../platform/storage/database.ts'
import { updateCustomerKeys } from './order-keys.repository.ts'

type Deps = { database: Pick<Database, 'write'> }

/** Orders in one transaction, as all writes wait for it. */
const STEP = 200

/** Updates the search keys of all orders, some at a time. */
export const orderKeys =
  ({ database }: Deps) =>
  (stopping: AbortSignal): Promise<void> => {
    const step = () => database.write(({ query }) => updateCustomerKeys(query, STEP))
    return repeatUntilDone(async () => (await step()) === STEP, stopping)
  }
