import type { Clock } from '../../platform/clock.ts'
import { checkIfMatch } from '../../platform/http/etag.ts'
import { type HttpError, validationFailed } from '../../platform/http/http-error.ts'
import { stringifyJson } from '../../platform/http/json.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import { showTime } from '../../platform/time.ts'
import type { Author, By } from '../../requests/author/author.ts'
import { requestError } from '../../requests/errors/request.errors.ts'
import type { PlanName } from '../../requests/plans/plan.ts'
import type { Reader } from '../events/event.ts'
import type { KnownEventTypes } from '../events/event-kinds.ts'
import type { EventsService } from '../events/events.service.ts'
import { isSuccess, type Outcome, type Sender } from './sender.ts'
import { mintSecret, ROTATION_OVERLAP_MS, signedHeaders } from './signature.ts'
import type { TargetGuard } from './target-guard.ts'
import { webhookError } from './webhook.errors.ts'
import {
  type NewWebhook,
  type StoredWebhook,
  showWebhook,
  versionOf,
  type Webhook,
  type WebhookChange,
  type WebhookPatch,
  type WebhookTest,
  type WebhookWithSecret,
} from './webhook.ts'
import {
  countWebhooks,
  deleteWebhook,
  findWebhook,
  insertWebhook,
  listUrls,
  listWebhooks,
  planOf,
  rotateSecret,
  updateWebhook,
} from './webhooks.repository.ts'

type Deps = {
  eventTypes: KnownEventTypes
  database: Database<WebhookChange, Author>
  clock: Clock
  random: (size: number) => Uint8Array
  guard: Pick<TargetGuard, 'fault'>
  send: Sender
  /** Aborts tests. */
  brokenOff: AbortSignal
  events: Pick<EventsService, 'end' | 'readFor'>
  /** How many webhooks an account on a plan may have. */
  limitOf: (plan: PlanName) => number
}

export type WebhooksService = ReturnType<typeof webhooksService>

/** The caller who manages webhooks: a key or a user. */
type Caller = Reader & { keyId?: bigint; userId?: bigint }

/** Undefined means all accounts. */
type Owned = { accountId: bigint | undefined }

/** The most concurrent tests of an account: their receivers may hang. */
const MAX_TESTS = 4

/** The webhooks of an account. Webhooks of other accounts count as missing. */
export const webhooksService = (deps: Deps) => {
  const { database, clock, random, guard, send, brokenOff, limitOf, events, eventTypes } = deps
  const testsUnderWay = new Map<bigint, number>()

  const find = (query: Trx['query'], accountId: bigint, id: bigint) =>
    findWebhook(query, { accountId, id, nowMs: clock.nowMs() })

  const get = async (trx: Trx, { accountId }: Reader, id: bigint): Promise<StoredWebhook> => {
    await trx.lock('webhooks', id)
    const webhook = await find(trx.query, accountId, id)
    if (!webhook) throw webhookError('webhook_not_found')
    return webhook
  }

  /** Queries name servers, so it must not be called inside a transaction. Throws `validation_failed`. */
  const checkUrl = async (url: string): Promise<void> => {
    const fault = await guard.fault(url)
    if (fault !== undefined) throw invalidUrl('invalid_value', fault)
  }

  const checkRoom = async ({ query }: Trx, accountId: bigint): Promise<void> => {
    const limit = limitOf(await planOf(query, accountId))
    if ((await countWebhooks(query, accountId)) < limit) return
    const message = `This account has ${limit} webhooks, as many as its plan allows.`
    throw webhookError('too_many_webhooks', { message })
  }

  /**
   * How far a webhook has read for its current types, which is further than its cursor if there were no matching
   * events. It receives events of added types from there on.
   */
  const nextPlaceOf = async ({ accountId, isAdmin, types, readThrough: after }: StoredWebhook): Promise<bigint> => {
    const through = await events.end()
    const query = { accountId, isAdmin, types, after, through, limit: 1 }
    const [next] = await events.readFor(query)
    return next ? next.sequence - 1n : through
  }

  const sendTest = (webhook: StoredWebhook, id: string): Promise<Outcome> => {
    const nowMs = clock.nowMs()
    const message = testMessage(webhook, nowMs, `test_${id}`)
    const headers = signedHeaders(message, webhook, nowMs)
    return send({ url: webhook.url, headers, body: message.body, signal: brokenOff })
  }

  return {
    checkUrl,

    /** Call `checkUrl` first. */
    async create(trx: Trx<WebhookChange>, caller: Caller, { url, types }: NewWebhook): Promise<WebhookWithSecret> {
      const isAdmin = caller.actsForStore
      const wanted = types ?? eventTypes.readable(caller)
      checkCanManage(eventTypes, caller, { types: wanted, isAdmin })
      const { accountId } = caller
      // Other creations for the account wait here, and then find this one.
      await trx.lock('accounts', accountId)
      await checkUnused(trx.query, accountId, url)
      await checkRoom(trx, accountId)
      const secret = mintSecret(random)
      const record = { accountId, url, types: wanted, isAdmin, secret, by: caller }
      const webhook = await insertWebhook(trx.query, record, clock.nowMs())
      trx.record({ kind: 'webhook created', webhook })
      return { webhook: showWebhook(webhook), secret: webhook.secret }
    },

    find: async ({ accountId }: Reader, id: bigint): Promise<Webhook | undefined> => {
      const webhook = await find(database.read, accountId, id)
      return webhook && showWebhook(webhook)
    },

    /** The webhooks of an account, or of all accounts. */
    list: async (page: Owned & { afterId: bigint | undefined; limit: number }): Promise<Webhook[]> =>
      (await listWebhooks(database.read, page, clock.nowMs())).map((webhook) => ({
        ...showWebhook(webhook),
        ...(page.accountId === undefined && { accountId: webhook.accountId }),
      })),

    count: ({ accountId }: Owned): Promise<number> => countWebhooks(database.read, accountId),

    async update(
      { caller, author }: By<Caller>,
      id: bigint,
      patch: WebhookPatch,
      ifMatch: string | undefined,
    ): Promise<Webhook> {
      const now = await find(database.read, caller.accountId, id)
      // The URL was checked when it was set, and name servers may be unavailable now.
      if (patch.url !== undefined && now?.url !== patch.url) await checkUrl(patch.url)
      const cursor = patch.types && now && (await nextPlaceOf(now))
      return database.writeAs(author, async (trx) => {
        if (patch.url !== undefined) await trx.lock('accounts', caller.accountId)
        const webhook = await get(trx, caller, id)
        checkIfMatch(ifMatch, versionOf(showWebhook(webhook)))
        checkCanManage(eventTypes, caller, { ...webhook, ...(patch.types && { types: patch.types }) })
        const change = changeOf(webhook, patch)
        if (Object.keys(change).length === 0) return showWebhook(webhook)
        if (change.url !== undefined) await checkUnused(trx.query, webhook.accountId, change.url, id)
        const by = {
          ...change,
          by: caller,
          ...(change.types && cursor !== undefined && { cursor: later(cursor, webhook.readThrough) }),
        }
        const changed = await updateWebhook(trx.query, webhook, by, clock.nowMs())
        trx.record({ kind: 'webhook changed', before: webhook, after: changed })
        return showWebhook(changed)
      })
    },

    remove: ({ caller, author }: By<Reader>, id: bigint, ifMatch: string | undefined): Promise<void> =>
      database.writeAs(author, async (trx) => {
        const webhook = await get(trx, caller, id)
        checkIfMatch(ifMatch, versionOf(showWebhook(webhook)))
        await deleteWebhook(trx.query, id)
        trx.record({ kind: 'webhook removed', webhook })
      }),

    /** Creates a new secret; the previous one also signs for a day. */
    async rotate(trx: Trx<WebhookChange>, caller: Reader, id: bigint): Promise<WebhookWithSecret> {
      const webhook = await get(trx, caller, id)
      checkCanManage(eventTypes, caller, webhook)
      const secret = mintSecret(random)
      const previousUntilMs = clock.nowMs() + ROTATION_OVERLAP_MS
      await rotateSecret(trx.query, webhook, { secret, previousUntilMs })
      trx.record({ kind: 'webhook secret rotated', webhook })
      return { webhook: showWebhook(webhook), secret }
    },

    /** Sends an event that is in no feed and no log, even to a disabled webhook. Tests with the same id are one event. */
    async test(
      { accountId }: Reader,
      id: bigint,
      testId = Buffer.from(random(16)).toString('base64url'),
    ): Promise<WebhookTest> {
      const webhook = await find(database.read, accountId, id)
      if (!webhook) throw webhookError('webhook_not_found')
      const others = testsUnderWay.get(accountId) ?? 0
      if (others >= MAX_TESTS) {
        const message = 'Too many tests of this account are under way. Retry shortly.'
        throw requestError('rate_limit_exceeded', { message, headers: { 'retry-after': '1' } })
      }
      testsUnderWay.set(accountId, others + 1)
      const outcome = await sendTest(webhook, testId).finally(() => {
        const rest = (testsUnderWay.get(accountId) ?? 1) - 1
        if (rest > 0) testsUnderWay.set(accountId, rest)
        else testsUnderWay.delete(accountId)
      })
      const { statusCode, fault } = outcome
      return {
        delivered: isSuccess(outcome),
        ...(statusCode !== undefined && { statusCode }),
        ...(statusCode === undefined && fault !== undefined && { reason: fault }),
      }
    },
  }
}

const later = (one: bigint, other: bigint): bigint => (one > other ? one : other)

/** Throws `webhook_exists` if another webhook of the account has this URL, however it is written. */
const checkUnused = async (query: Trx['query'], accountId: bigint, url: string, except?: bigint): Promise<void> => {
  const wanted = URL.parse(url)?.href
  const others = (await listUrls(query, accountId)).filter(({ id }) => id !== except)
  if (others.some((other) => URL.parse(other.url)?.href === wanted)) {
    throw webhookError('webhook_exists')
  }
}

/** Callers who manage a webhook see what it receives, so they must be allowed to see that. */
const checkCanManage = (
  { scopeOf }: KnownEventTypes,
  caller: Pick<Reader, 'scopes' | 'actsForStore'>,
  webhook: Pick<StoredWebhook, 'types' | 'isAdmin'>,
): void => {
  const lacked = webhook.types.map(scopeOf).find((scope) => scope && !caller.scopes.has(scope))
  const scope = webhook.isAdmin && !caller.actsForStore ? 'admin' : lacked
  if (scope === undefined) return
  const message = `The caller lacks the scope for what this webhook is sent: ${scope}.`
  throw requestError('insufficient_scope', {
    message,
    ...(scope !== undefined && { requiredScope: scope }),
  })
}

/** The fields of a patch that change something: enabling an enabled webhook starts nothing again. */
const changeOf = (
  webhook: StoredWebhook,
  { url = webhook.url, types, enabled = webhook.enabled }: WebhookPatch,
): WebhookPatch => ({
  ...(url !== webhook.url && { url }),
  ...(types && types.join() !== webhook.types.join() && { types }),
  ...(enabled !== webhook.enabled && { enabled }),
})

const invalidUrl = (code: string, message: string): HttpError => validationFailed([{ field: 'url', code, message }])

const testMessage = (webhook: StoredWebhook, nowMs: number, id: string): { id: string; body: string } => {
  const data = showWebhook(webhook)
  const body = stringifyJson({ id, type: 'webhook.test', time: showTime(nowMs), data })
  return { id, body }
}
