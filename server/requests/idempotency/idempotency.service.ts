import { hash } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import { etagOf } from '../../platform/http/etag.ts'
import type { HttpError } from '../../platform/http/http-error.ts'
import { protocolError } from '../../platform/http/http-error.ts'
import { stringifyJson } from '../../platform/http/json.ts'
import { recentlyUsed } from '../../platform/recently-used.ts'
import { repeatUntilDone } from '../../platform/repeat.ts'
import type { Database, Trx, WriteOptions } from '../../platform/storage/database.ts'
import { prepared } from '../../platform/storage/prepared.ts'
import { instant } from '../../platform/time.ts'
import type { Call } from '../api/operation.ts'
import type { Reply } from '../api/reply.ts'
import type { Author } from '../author/author.ts'
import { requestError } from '../errors/request.errors.ts'
import { addressBucket } from '../rate-limits/address.ts'
import type { ResponseChange } from './response-change.ts'

/** How long a response is stored for its key. */
export const IDEMPOTENCY_MS = 24 * 60 * 60 * 1_000

const PURGE_STEP = 100
/** Twice the time for which other processes may use old data after a change that they were not notified of. */
const UNPUBLISHED_MS = 120_000
/** Beyond this many entries, changes are only published more often than necessary. */
const MAX_PUBLISHED = 10_000

export type StoredResponse = {
  status: number
  location?: string
  body: string
  /** Sent the first time instead of `body`, and never stored, because it contains a secret. */
  shownOnce?: string
  /** When the response was stored, if it was. */
  storedAtMs?: number
  /** If nothing changed the response is not stored: repeating the request is just as safe, and saves space. */
  changedNothing?: boolean
}

type Deps<Change> = {
  database: Database<Change | ResponseChange, Author>
  clock: Clock
  /** Called for each replayed response. */
  onReplay?: () => void
  /** Publishes a change of another process, which may have ended before it could. */
  publishAgain?: (() => Promise<unknown>) | undefined
}

/** The parts of a request that matter here. */
type KeyedRequest = Pick<Call, 'caller' | 'author' | 'headers' | 'method' | 'url' | 'body' | 'address'>

/**
 * The owner of the keys: two accounts may use the same key, and so may two users, or two visitors of a publishable key.
 */
type Owner = { accountId: bigint }

/**
 * Executes a POST once per `Idempotency-Key` (IETF draft Idempotency-Key header field): the response is stored in the
 * transaction of the change itself, so that both or neither survive.
 */
export const idempotency = <Change>({ database, clock, onReplay = () => {}, publishAgain }: Deps<Change>) => {
  const running = new Set<string>()
  /** The keys whose changes this process has published. */
  const published = recentlyUsed<true>(MAX_PUBLISHED)

  const once = (
    request: KeyedRequest,
    owner: Owner,
    work: (trx: Trx<Change>) => Promise<StoredResponse>,
    author = request.author,
  ): Promise<Reply> => {
    const sent = readKey(request)
    return sent === undefined
      ? database.writeAs(author, work).then(send)
      : onceFor(sent, { request, owner, author }, async () => {}, work)
  }

  /** Like `once`, for work that only adds rows. */
  const add = (
    request: KeyedRequest,
    owner: Owner,
    work: (trx: Trx<Change>) => Promise<StoredResponse>,
  ): Promise<Reply> => {
    const sent = readKey(request)
    const { author } = request
    return sent === undefined
      ? database.writeAs(author, work, { isAddition: true }).then(send)
      : onceFor(sent, { request, owner, author, isAddition: true }, async () => {}, work)
  }

  /**
   * Like `once`, for work that first needs something from outside the database, which no transaction may wait for. If
   * the process dies before the transaction, a repetition prepares again: what that leaves must be invisible, or
   * recognisable as the same by `repeatId`, which is the same for each repetition with the key.
   */
  const onceAfter = async <Prepared>(
    request: KeyedRequest,
    owner: Owner,
    prepare: (repeatId?: string) => Promise<Prepared>,
    work: (trx: Trx<Change>, prepared: Prepared) => Promise<StoredResponse>,
    author = request.author,
  ): Promise<Reply> => {
    const sent = readKey(request)
    if (sent !== undefined) return onceFor(sent, { request, owner, author }, prepare, work)
    const prepared = await prepare()
    return send(await database.writeAs(author, (trx) => work(trx, prepared)))
  }

  type Request = { request: KeyedRequest; owner: Owner; author: Author } & WriteOptions

  const onceFor = async <Prepared>(
    sent: string,
    { request, owner: { accountId }, author, isAddition = false }: Request,
    prepare: (repeatId?: string) => Promise<Prepared>,
    work: (trx: Trx<Change>, prepared: Prepared) => Promise<StoredResponse>,
  ): Promise<Reply> => {
    const key = scopeOf(request) + sent
    const slot = `${accountId} ${key}`
    if (running.has(slot)) {
      throw inUse()
    }
    running.add(slot)
    try {
      const use = { accountId, key, fingerprint: fingerprint(request) }
      const stored = await findStored(database.read, use)
      if (stored) return await replayed(slot, stored)
      const prepared = await prepare(repeatIdOf(use))
      const { response, isReplay } = await database.writeAs(
        author,
        (trx) => recall(trx, use, () => work(trx, prepared)),
        { isAddition },
      )
      if (isReplay) return await replayed(slot, response)
      published.set(slot, true)
      return send(response)
    } finally {
      running.delete(slot)
    }
  }

  const replayed = async (slot: string, stored: StoredResponse): Promise<Reply> => {
    onReplay()
    const { storedAtMs = clock.nowMs() } = stored
    const isRecent = clock.nowMs() - storedAtMs < UNPUBLISHED_MS
    if (publishAgain && isRecent && !published.has(slot)) {
      await publishAgain()
      published.set(slot, true)
    }
    const reply = send(stored)
    return { ...reply, headers: ['idempotent-replayed', 'true', ...(reply.headers ?? [])] }
  }

  const findStored = async (query: Trx['query'], use: Use): Promise<StoredResponse | undefined> => {
    const { accountId, key } = use
    const since = instant(clock.nowMs() - IDEMPOTENCY_MS)
    const [stored] = await storedRow(query, { accountId, key, since })
    if (!stored) return undefined
    if (stored.fingerprint !== use.fingerprint) throw requestError('idempotency_key_reused')
    const { status, location, body, created_at } = stored
    const storedAtMs = Number(created_at)
    return { status: Number(status), body, storedAtMs, ...(location !== null && { location }) }
  }

  const recall = async (
    trx: Trx<ResponseChange>,
    use: Use,
    work: () => Promise<StoredResponse>,
  ): Promise<{ response: StoredResponse; isReplay: boolean }> => {
    // Another process may be executing it.
    if (!(await trx.tryLockName(`idempotency ${use.accountId} ${use.key}`))) throw inUse()
    // Check again, because another process may have responded since.
    const stored = await findStored(trx.query, use)
    if (stored) return { response: stored, isReplay: true }
    const response = await work()
    if (response.changedNothing) return { response, isReplay: false }
    const record = {
      account_id: use.accountId,
      key: use.key,
      fingerprint: use.fingerprint,
      status: BigInt(response.status),
      location: response.location ?? null,
      body: response.body,
      created_at: BigInt(clock.nowMs()),
    }
    trx.record({ kind: 'response stored', record })
    return { response, isReplay: false }
  }

  /** Removes expired responses, a few at a time, because other writes wait for it. */
  const purge = (stopping: AbortSignal): Promise<void> =>
    repeatUntilDone(async () => (await purgeSome()) === PURGE_STEP, stopping)

  const purgeSome = (): Promise<number> =>
    database.write(async (trx) => {
      const gone = await trx.query
        .deleteFrom('idempotency_keys')
        .where(({ eb, refTuple, selectFrom }) =>
          eb(
            refTuple('account_id', 'key'),
            'in',
            selectFrom('idempotency_keys')
              .select(['account_id', 'key'])
              .where('created_at', '<=', BigInt(clock.nowMs() - IDEMPOTENCY_MS))
              .orderBy('created_at')
              .limit(PURGE_STEP)
              .$asTuple('account_id', 'key'),
          ),
        )
        .executeTakeFirst()
      return Number(gone.numDeletedRows)
    })

  return { once, add, onceAfter, purge }
}

type Use = { accountId: bigint; key: string; fingerprint: string }

const repeatIdOf = ({ accountId, key, fingerprint }: Use): string =>
  hash('sha256', stringifyJson([accountId, key, fingerprint]), 'base64url').slice(0, 22)

/** `Change` is what the work may record. */
export type Idempotency<Change = never> = ReturnType<typeof idempotency<Change>>

const storedRow = prepared((query, { accountId, key, since }: { accountId: bigint; key: string; since: bigint }) =>
  query
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .where('created_at', '>', since),
)

const inUse = (): HttpError => requestError('idempotency_key_in_use', { headers: { 'retry-after': '1' } })

const readKey = ({ headers }: KeyedRequest): string | undefined => {
  const sent = headers['idempotency-key']
  if (sent === undefined) return undefined
  const key = typeof sent === 'string' ? unquoted(sent) : ''
  if (/^[\x20-\x7e]{1,255}$/.test(key)) return key
  throw protocolError('invalid_idempotency_key')
}

/** The draft has the key in quotes (a string of RFC 9651 section 3.3.3), but most clients send it without. */
const unquoted = (sent: string): string =>
  /^"(?:[^"\\]|\\["\\])*"$/.test(sent) ? sent.slice(1, -1).replaceAll(/\\(.)/g, '$1') : sent

/**
 * Begins with a character that clients cannot send, so that nobody can name another's key. Callers who act for the
 * store see what belongs to other accounts, and such responses must not be replayed to the account that they act as.
 */
const scopeOf = ({ caller, address }: KeyedRequest): string => {
  if (caller.kind === 'publishable') return `\u001f${caller.keyId} ${addressBucket(address)} `
  if (caller.kind === 'session') return `\u001fuser ${caller.userId} `
  return caller.actsForStore ? `\u001fkey ${caller.keyId} ` : ''
}

const fingerprint = ({ method, url, body }: KeyedRequest): string =>
  hash('sha256', stringifyJson([method, url, body]), 'hex')

const send = ({ status, location, body, shownOnce }: StoredResponse): Reply => ({
  status,
  // A 204 has no body to describe.
  ...(status !== 204 && {
    type: 'application/json; charset=utf-8',
    body: shownOnce ?? body,
    etag: etagOf(body),
  }),
  ...(shownOnce !== undefined && { noStore: true }),
  ...(location !== undefined && { headers: ['location', location] }),
})
