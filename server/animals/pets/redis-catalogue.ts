import { readFileSync } from 'node:fs'
import type { Redis } from '../../platform/redis/client.ts'
import { script } from '../../platform/redis/script.ts'
import { readChanges, writeChanges } from './pet-change-text.ts'
import type { PetResponses, ShownChange } from './pet-responses.ts'
import type { Catalogue } from './pets.service.ts'

export type RedisCatalogue = Catalogue & {
  /** Something has changed, and it is unknown what. */
  anythingChanged(): Promise<void>
  news: CatalogueNews
}

/** The part of a Redis script that fetches changes before a cached response is served. */
export type CatalogueNews = {
  /** Lua that defines `newsSince(key, key, known)`, to include in another script. */
  text: string
  keys: [version: string, changes: string]
  /**
   * The version known here, and a function for the reply, which returns false if that does not
   * bring this process up to date.
   */
  ask(): { known: string; learn(reply: unknown): boolean }
}

/** The most publications stored; changes that are published together count as one. */
const MAX_KEPT = 256
/** Beyond this many characters of changes, dropping everything is cheaper. */
const MAX_NEWS = 65_536

const text = `local MAX_NEWS = ${MAX_NEWS}\n${readFileSync(new URL('redis-catalogue.lua', import.meta.url), 'utf8')}`

/**
 * Versions are times in microseconds, so that no number is reused, even after Redis has lost it or
 * was replaced by an older copy. Without changes, the list is removed, so that other processes drop
 * everything.
 */
const publish = script(`
local time, before = redis.call('TIME'), redis.call('GET', KEYS[1])
local version = math.max(time[1] * 1000000 + time[2], (tonumber(before) or 0) + 1)
version = string.format('%.0f', version)
redis.call('SET', KEYS[1], version)
if ARGV[1] == '' then return redis.call('DEL', KEYS[2]) end
redis.call('LPUSH', KEYS[2], version .. ' ' .. (before or '0') .. ' ' .. ARGV[1])
return redis.call('LTRIM', KEYS[2], 0, ${MAX_KEPT - 1})`)

/**
 * The catalogue of many processes. Redis stores its version and the last changes, which are
 * published after each commit and before the change is acknowledged. Each decision of the limiter
 * returns new changes, which drop the affected `responses`. Changes of this process take the same
 * way as those of others. If Redis does not respond, a change is acknowledged once
 * `untilLossReported` resolves.
 */
export const redisCatalogue = (
  redis: Redis,
  responses: Pick<PetResponses, 'changed' | 'clear'>,
  untilLossReported: () => Promise<void> = async () => {},
): RedisCatalogue => {
  const versionKey = `${redis.prefix}catalogue`
  const keys: CatalogueNews['keys'] = [versionKey, `{${versionKey}}:changes`]
  let known: string | undefined
  let forgotten = 0
  let batch: { changes: ShownChange[]; published: Promise<void> } | undefined

  const forget = (): void => {
    known = undefined
    forgotten += 1
    responses.clear()
  }

  const anythingChanged = async (): Promise<void> => {
    forget()
    const send = (by: Redis['send']) => by(['EVAL', publish.text, '2', ...keys, ''])
    if (!(await redis.ensure('catalogue', send))) await untilLossReported()
  }

  const publishBatch = async (changes: ShownChange[]): Promise<void> => {
    // It includes everything committed until it is sent.
    await new Promise(setImmediate)
    batch = undefined
    const text = writeChanges(changes)
    const isPublished =
      text !== undefined &&
      (await redis.run(publish, keys, [text]).then(
        () => true,
        () => false,
      ))
    if (!isPublished) await anythingChanged()
  }

  const changed = (changes: readonly ShownChange[]): Promise<void> => {
    if (!batch) {
      const changes: ShownChange[] = []
      batch = { changes, published: publishBatch(changes) }
    }
    batch.changes.push(...changes)
    return batch.published
  }

  const apply = (texts: string[]): void => {
    const changes = texts.map(readChanges)
    if (texts.length === 0 || changes.includes(undefined)) responses.clear()
    else for (const change of changes.flatMap((each) => each ?? [])) responses.changed(change)
  }

  const ask: CatalogueNews['ask'] = () => {
    const [from, asOf] = [known, forgotten]
    return {
      known: from ?? '',
      learn(reply) {
        if (forgotten !== asOf || known !== from) return false
        if (reply === from) return true
        if (!Array.isArray(reply)) {
          // Redis has lost the version, so publish a new one.
          void anythingChanged()
          return false
        }
        const [version, ...texts] = reply as string[]
        known = version
        apply(texts)
        return true
      },
    }
  }

  redis.onChange((isUp) => {
    // While Redis is unavailable, changes are acknowledged without it, so everything cached before
    // is invalid afterwards.
    if (!isUp) void anythingChanged()
  })

  return {
    isCurrent: (decision) => decision?.isCatalogueCurrent === true,
    changed,
    anythingChanged,
    news: { text, keys, ask },
  }
}
