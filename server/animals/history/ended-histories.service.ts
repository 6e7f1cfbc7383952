import { repeatUntilDone } from '../../platform/repeat.ts'
import type { Database } from '../../platform/storage/database.ts'
import { removeEndedHistory } from './history.repository.ts'

/** Removes the history of removed animals in steps, as it may be long. */
export const endedHistories =
  ({ database }: { database: Pick<Database, 'write'> }) =>
  (stopping: AbortSignal): Promise<void> =>
    repeatUntilDone(() => database.write(({ query }) => removeEndedHistory(query)), stopping)
