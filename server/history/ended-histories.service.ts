import type { Database } from '../platform/storage/database.ts'
import { removeEndedHistory } from './history.repository.ts'

/** Removes what has happened to animals that are gone, some of it at a time: much may have happened to one. */
export const endedHistories =
  ({ database }: { database: Pick<Database, 'write'> }) =>
  async (): Promise<void> => {
    while (await database.write(({ query }) => removeEndedHistory(query)));
  }
