import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock } from '../../platform/clock.ts'
import { recentlyUsed } from '../../platform/recently-used.ts'
import { DatabaseUnavailable } from '../../platform/storage/database.ts'
import { type RequestErrorCode, requestError } from '../errors/request.errors.ts'
import type { Caller } from './caller.ts'
import { hashToken } from './token.ts'

/** A bearer credential as it was sent, and its hash. Not kept longer than the connection. */
export type Credential = { key: string; hash: string }

/** Identifies callers by one kind of credential. */
export type Callers = {
  recall: (credential: Credential) => Caller | undefined
  identify: (credential: Credential, guard: Guard) => Promise<Caller>
}

/** A credential with the callers of its kind. */
export type Presented = { credential: Credential; callers: Callers }

/** Limits lookups of unknown credentials. */
export type Guard = <T>(look: () => Promise<T>) => Promise<T>

/** `endsAtMs` is in the past for a revoked credential, and Infinity for one without an end. */
export type Known = { caller: Caller; lastUsedAtMs: number; endsAtMs: number }

type Remembered<Found> = Found & {
  readAtMs: number
  /** Set while the database does not respond: when to query it again. */
  retryAtMs?: number
}

type Deps<Found extends Known> = {
  /** Finds a credential by its hash in the database. */
  read: (hash: string) => Promise<Found | undefined>
  /** The error code of a credential that has ended. */
  ended: (found: Found) => RequestErrorCode
  /** The error code of an unknown credential. */
  unknown: RequestErrorCode
  /** Called at most once a minute for each credential in use. */
  onUse: (found: Found, nowMs: number) => void
  clock: Clock
  /**
   * Older results are not trusted: this bounds the effect of a missed notification. The database is queried again, in
   * the background, from half of this time on.
   */
  maxAgeMs: number
}

/** The maximum number of credentials known to have been valid. */
const MAX_KNOWN = 50_000
/** The maximum number of cached callers; other credentials cost a lookup in the database. */
const MAX_REMEMBERED = 50_000
/** While the database does not respond, a key that was verified within this time is still trusted. */
const VERIFIED_MS = 60_000
const RETRY_MS = 1_000
const LAST_USED_STEP_MS = 60_000

/** Identifies callers by one kind of credential, and caches those in use by their hash. */
export const callersBy = <Found extends Known>(deps: Deps<Found>) => {
  const { clock, read, ended, onUse, maxAgeMs } = deps
  /** Hashes of credentials that were valid when they were last looked up. They outlive the cache, and prove nothing. */
  const known = recentlyUsed<true>(MAX_KNOWN)
  const entries = new Map<string, Remembered<Found>>()
  let underWay = new Map<string, Promise<Remembered<Found> | undefined>>()

  /** Throws the 401 of a credential that has ended; runs for each request. */
  const use = (found: Found): Caller => {
    const nowMs = clock.nowMs()
    if (nowMs >= found.endsAtMs) throw requestError(ended(found))
    if (nowMs - found.lastUsedAtMs > LAST_USED_STEP_MS) {
      found.lastUsedAtMs = nowMs
      onUse(found, nowMs)
    }
    return found.caller
  }

  const isTrusted = (hash: string, { readAtMs, retryAtMs }: Remembered<Found>): boolean => {
    const nowMs = clock.steadyMs()
    const ageMs = nowMs - readAtMs
    if (ageMs < maxAgeMs / 2) return true
    if (nowMs >= (retryAtMs ?? 0)) look(hash).catch(() => {})
    return ageMs < (retryAtMs === undefined ? maxAgeMs : VERIFIED_MS)
  }

  /** Queries the database, once for concurrent callers. */
  const look = (hash: string): Promise<Remembered<Found> | undefined> => {
    const asking = underWay.get(hash)
    if (asking) return asking
    const ofThisEpoch = underWay
    const lookup = ask(hash, () => ofThisEpoch === underWay).finally(() => ofThisEpoch.delete(hash))
    underWay.set(hash, lookup)
    return lookup
  }

  const ask = async (hash: string, isCurrent: () => boolean): Promise<Remembered<Found> | undefined> => {
    const readAtMs = clock.steadyMs()
    try {
      const found = await read(hash)
      const entry = found && { ...found, readAtMs }
      // A result from before a change must not be cached after it.
      if (isCurrent()) remember(hash, entry)
      return entry
    } catch (error) {
      const entry = entries.get(hash)
      const isVerified = entry && readAtMs - entry.readAtMs < VERIFIED_MS
      if (!isVerified || !(error instanceof DatabaseUnavailable)) throw error
      entry.retryAtMs = clock.steadyMs() + RETRY_MS
      return entry
    }
  }

  const remember = (hash: string, entry: Remembered<Found> | undefined): void => {
    if (!entry) return void entries.delete(hash)
    if (entries.size >= MAX_REMEMBERED) entries.clear()
    entries.set(hash, entry)
  }

  const lookUp = async (hash: string): Promise<Caller> => {
    const found = await look(hash)
    known.delete(hash)
    if (!found) throw requestError(deps.unknown)
    const caller = use(found)
    known.set(hash, true)
    return caller
  }

  return {
    /** Drops everything that was read before, including lookups in progress, because something has changed. */
    forget(): void {
      entries.clear()
      underWay = new Map()
    },

    /** Returns the cached caller of a credential; throws a 401 if the credential has ended since. */
    recall({ hash }: Credential): Caller | undefined {
      const entry = entries.get(hash)
      if (!entry || (maxAgeMs !== Infinity && !isTrusted(hash, entry))) return undefined
      return use(entry)
    },

    /**
     * Looks the caller up in the database. A credential that was valid recently is not delayed by failures from the
     * same address.
     */
    identify: (hash: string, guard: Guard): Promise<Caller> =>
      known.has(hash) ? lookUp(hash) : guard(() => lookUp(hash)),
  }
}

const form = /^bearer +([^\s,]+) *$/i

/** Reads the credential of an `Authorization` header (RFC 6750 section 2.1), with its hash. */
const readCredential = (authorization: string | undefined): Credential => {
  const key = authorization === undefined ? undefined : form.exec(authorization)?.[1]
  if (key === undefined) throw requestError('missing_api_key')
  return { key, hash: hashToken(key) }
}

/**
 * Reads the credentials of requests. Their prefix shows whether they are keys or sessions. A connection mostly repeats
 * the same one, so it is hashed only once per connection.
 */
export const connectionCredentials = (callersOf: (key: string) => Callers) => {
  const sent = new WeakMap<Socket, { authorization: string | undefined; presented: Presented }>()
  return ({ socket, headers: { authorization } }: IncomingMessage): Presented => {
    const last = sent.get(socket)
    if (last && last.authorization === authorization) return last.presented
    const credential = readCredential(authorization)
    const presented = { credential, callers: callersOf(credential.key) }
    sent.set(socket, { authorization, presented })
    return presented
  }
}
