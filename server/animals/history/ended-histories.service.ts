import { repeatUntilDone } from '../../platform/repeat.ts'
import type { Database } from '../../platform/storage/database.ts'
import { removeEndedHistory } from './history.repository.ts'

/** Removes what has happened to animals that are gone, some of it at a time: much may have happened to one. */
export const endedHistories =
  ({ database }: { database: Pick<Database, 'write'> }) =>
  (stopping: AbortSignal): Promise<void> =>
    repeatUntilDone(() => database.write(({ query }) => removeEndedHistory(query)), stopping)
