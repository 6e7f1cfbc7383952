import type { Clock } from '../../platform/clock.ts'
import { checkIfMatch } from '../../platform/http/etag.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { Author } from '../author/author.ts'
import { requestError } from '../errors/request.errors.ts'
import { type BanChange, type ListedBan, shownBan } from './ban.ts'
import { type BanList, countBans, findBan, listBans, removeBan } from './bans.repository.ts'

type Deps = {
  database: Database<BanChange, Author>
  clock: Clock
}

export type BansService = ReturnType<typeof bansService>

/** The operations of operators on bans. The limiter creates bans. */
export const bansService = ({ database, clock }: Deps) => ({
  /** Lists the bans in force. */
  list: (page: Omit<BanList, 'nowMs'> = {}): Promise<ListedBan[]> =>
    listBans(database.readLong('bans'), { nowMs: clock.nowMs(), ...page }),

  count: (): Promise<number> => countBans(database.readLong('bans'), clock.nowMs()),

  /** Ends and forgets a ban, so that the next one counts as the first. Throws `key_not_found` if there is none. */
  lift: (author: Author, keyId: bigint, ifMatch?: string): Promise<void> =>
    database.writeAs(author, async (trx) => {
      const ban = await findBan(trx.query, keyId)
      if (!ban || ban.untilMs <= clock.nowMs()) {
        throw requestError('key_not_found', { message: `Key ${keyId} is not banned.` })
      }
      checkIfMatch(ifMatch, shownBan(ban))
      await removeBan(trx.query, keyId)
      trx.record({ kind: 'ban lifted', ban })
    }),
})
