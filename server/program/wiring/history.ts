import { endedHistories } from '../../animals/history/ended-histories.service.ts'
import { historyService } from '../../animals/history/history.service.ts'
import { findOwnedPet } from '../../animals/pets/pets.repository.ts'
import type { Parts, Routine } from './parts.ts'

const END_MS = 5_000

/** What has happened to animals. */
export const wireHistory = ({ database }: Pick<Parts, 'database'>) => {
  const endHistories = endedHistories({ database })
  const routines: Routine[] = [{ everyMs: END_MS, run: endHistories }]
  return { history: historyService({ database, findPet: findOwnedPet }), endHistories, routines }
}
