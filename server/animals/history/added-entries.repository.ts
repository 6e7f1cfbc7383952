import { type Kysely, sql } from 'kysely'
import { preparedRows } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant } from '../../platform/time.ts'
import { type PendingHistory, subjectOf } from './history.ts'
import { isByPerson } from './joined-entries.ts'

type AddedRow = {
  pet_id: bigint
  time: bigint
  actor_type: string
  actor_id: bigint | null
  actor_name: string | null
}

/** With the name of who is of the owner's account, or of none. */
export const addedRow = (entry: PendingHistory, ownerId: bigint): AddedRow => {
  const { petId, author, timeMs } = entry
  const isPerson = isByPerson(entry)
  const isNamed = isPerson && (author.accountId === undefined || author.accountId === ownerId)
  return {
    pet_id: petId,
    time: instant(timeMs),
    actor_type: author.type,
    actor_id: isPerson ? (author.id ?? null) : null,
    actor_name: isNamed ? (author.name ?? null) : null,
  }
}

/** That animals were added, which are there and whose owners are known: it joins nothing, so nothing is looked for. */
export const insertAdded = preparedRows<AddedRow, unknown>(
  ['pet_id', 'time', 'actor_type', 'actor_id', 'actor_name'],
  (query: Kysely<Tables>, rows) => {
    const what = { action: sql.lit('added'), subject: sql.lit(subjectOf('added')) }
    return query.insertInto('pet_history').values(rows.map((row) => ({ ...row, ...what })))
  },
  { isAwaited: false },
)
