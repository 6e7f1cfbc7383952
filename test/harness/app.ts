import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Response as Injected, InjectOptions } from 'light-my-request'
import { firstKeyScopes, type NewApiKey } from '../../server/accounts/api-keys/api-key.ts'
import type { Resolve } from '../../server/feed/webhooks/target-guard.ts'
import { createLogger } from '../../server/platform/log.ts'
import { isLocked } from '../../server/platform/storage/sqlite-connection.ts'
import { compose } from '../../server/program/compose.ts'
import type { RulesConfig } from '../../server/program/config/rules.settings.ts'
import { readConfig } from '../../server/program/config.ts'
import { openDatabase } from '../../server/program/open-database.ts'
import type { Scope } from '../../server/requests/access/scope.ts'
import type { PlanLimits, PlanName } from '../../server/requests/plans/plan.ts'
import { tester } from './author.ts'
import { type TestClock, testClock } from './clock.ts'
import { type Engine, engines, freshDatabase } from './engines.ts'
import { inject as dispatch } from './inject.ts'
import { openapiCheck } from './openapi-check.ts'
import { patientDatabase } from './patient-database.ts'
import { checkPolicy } from './policy-check.ts'
import { newFolder } from './temporary-folder.ts'

const document = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'))
const check = openapiCheck(document)

type Options = {
  /** Settings, as in the environment. */
  settings?: Record<string, string>
  /** Limits that have no setting. */
  rules?: (rules: RulesConfig) => Partial<RulesConfig>
  clock?: TestClock
  /** A folder that outlives the app, to start a second one on the same store. */
  folder?: string
  /** An existing database, such as that of an earlier release. */
  databaseUrl?: string
  engine?: Engine
  /** Resolves host names; by default none, so that no test queries a name server. */
  resolve?: Resolve
  /** Whether passwords are hashed as slowly as in production. Few tests need that. */
  hasFullPasswordCost?: boolean
  /** Stops background work, as a signal does. */
  stop?: AbortController
}

const cheapPassword = { memory: 8, passes: 1, parallelism: 1 }

const resolveNothing: Resolve = () => Promise.reject(new Error('the name does not resolve'))

type KeyOptions = { limits?: PlanLimits } & Partial<NewApiKey>

/** The body of a response before compression. */
const textOf = ({ headers, body, rawPayload }: Injected): string => {
  if (rawPayload.length === 0) return body
  switch (headers['content-encoding']) {
    case 'br':
      return brotliDecompressSync(rawPayload).toString()
    case 'gzip':
      return gunzipSync(rawPayload).toString()
    default:
      return body
  }
}

export type TestApp = Awaited<ReturnType<typeof testApp>>

/** A test that runs on each engine. `open` opens a store on that engine. */
export const onEachEngine = (name: string, body: (open: typeof testApp, t: TestContext) => Promise<void>): void => {
  for (const engine of engines) {
    test(`${name} (${engine})`, (t) => body((options) => testApp({ engine, ...options }), t))
  }
}

/** A test of code before or after the store, which is the same on each engine. */
export const onOneEngine = (name: string, body: (open: typeof testApp, t: TestContext) => Promise<void>): void =>
  void test(name, (t) => body(testApp, t))

/**
 * The service as `serve` composes it, on a new store and with a clock that only tests move. Every response is checked
 * against the OpenAPI document.
 */
export const testApp = async ({
  settings = {},
  rules = () => ({}),
  clock = testClock(),
  folder,
  databaseUrl,
  engine = 'sqlite',
  resolve = resolveNothing,
  hasFullPasswordCost = false,
  stop = new AbortController(),
}: Options = {}) => {
  const store =
    databaseUrl === undefined ? await freshDatabase(engine, folder) : { url: databaseUrl, remove: async () => {} }
  const logLines: string[] = []
  const read = readConfig({
    DATABASE_URL: store.url,
    // PostgreSQL on a busy machine must not count as unavailable.
    DATABASE_DEADLINE_MS: '30000',
    LOG_LEVEL: 'trace',
    SECRET_KEY: 'a key of tests and of nobody else',
    // With SQLite, photos are in the folder of the database file.
    ...(engine === 'postgres' && { MEDIA_URL: newFolder('store') }),
    ...settings,
  })
  const config = { ...read, ...rules(read) }
  const log = createLogger(config.logLevel, { write: (line) => void logLines.push(line) })
  const service = await compose(config, {
    clock,
    log,
    resolve,
    stop,
    ...(!hasFullPasswordCost && { passwordCost: cheapPassword }),
  })

  const createKey = (plan: PlanName = 'business', { limits, ...key }: KeyOptions = {}) =>
    service.keys.createWithAccount(
      tester,
      { name: 'tests', plan, ...limits },
      { name: 'tests', scopes: firstKeyScopes, ...key },
    )
  const { key, accountId } = await createKey()

  /** Sends a request without checking the response. */
  const send = async (options: InjectOptions): Promise<Injected> => {
    const response = await dispatch(service.app.handle, options)
    checkPolicy({ url: String(options.url), headers: response.headers })
    return response
  }

  const inject = async (options: InjectOptions): Promise<Injected> => {
    const response = await send(options)
    const { method = 'GET', url = '' } = options
    const { statusCode: status, headers } = response
    const body = textOf(response)
    check({ method: method.toUpperCase(), url: String(url), status, headers, body })
    return response
  }
  const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })
  const close = async () => {
    await service.close()
    await store.remove()
  }
  return {
    service,
    engine,
    /** Like `DATABASE_URL`. */
    databaseUrl: store.url,
    /** Opens the store as another process does. */
    openDatabase: () => openBesides(store.url),
    clock,
    logLines,
    createKey,
    /** Headers of another key of the same account as `key`. */
    async siblingKey(scopes: readonly Scope[]) {
      return bearer((await service.keys.create(tester, accountId, { name: 'sibling', scopes })).key)
    },
    accountId,
    /** Headers of a key of a business account. */
    key: bearer(key),
    bearer,
    send,
    inject,
    get: (url: string, headers: Record<string, string> = bearer(key)) => inject({ method: 'GET', url, headers }),
    /** Sends text and buffers unchanged, and other values as JSON. */
    post: (url: string, body: unknown, headers: Record<string, string> = {}) =>
      inject({
        method: 'POST',
        url,
        headers: { ...bearer(key), 'content-type': 'application/json', ...headers },
        payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
      }),
    close,
    [Symbol.asyncDispose]: close,
  }
}

/**
 * A blocking wait for the database would also block the app, which may be the one that has locked it. So this waits
 * without blocking and tries again.
 */
const openBesides = async (url: string): ReturnType<typeof openDatabase> => {
  for (;;) {
    try {
      if (isFree(url)) return await openDatabase(patientDatabase(url))
    } catch (error) {
      if (!isLocked(error)) throw error
    }
    await sleep(20)
  }
}

/** Whether nobody is writing at this moment. */
const isFree = (url: string): boolean => {
  if (!url.startsWith('sqlite:')) return true
  const connection = new DatabaseSync(url.slice('sqlite:'.length), { timeout: 0 })
  try {
    connection.exec('BEGIN IMMEDIATE; ROLLBACK')
    return true
  } catch (error) {
    if (!isLocked(error)) throw error
    return false
  } finally {
    connection.close()
  }
}
