import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock } from '../../platform/clock.ts'
import { recentlyUsed } from '../../platform/recently-used.ts'
import { DatabaseUnavailable } from '../../platform/storage/database.ts'
import { ApiError, type ErrorCode } from '../errors/api-error.ts'
import type { Caller } from './caller.ts'
import { hashToken } from './token.ts'

/** A bearer credential as it was sent, and its hash. Kept for no longer than the connection. */
export type Credential = { key: string; hash: string }

/** Who knows the credentials of one kind. */
export type Callers = {
  recall: (credential: Credential) => Caller | undefined
  identify: (credential: Credential, guard: Guard) => Promise<Caller>
}

/** A credential, with who knows its kind. */
export type Presented = { credential: Credential; callers: Callers }

/** What a lookup of an unknown credential has to pass. */
export type Guard = <T>(look: () => Promise<T>) => Promise<T>

/** `endsAtMs` is in the past of one that was taken away; Infinity where there is no end. */
export type Known = { caller: Caller; lastUsedAtMs: number; endsAtMs: number }

type Remembered<Found> = Found & {
  readAtMs: number
  /** Set while the database does not respond: when to query it again. */
  retryAtMs?: number
}

type Deps<Found extends Known> = {
  /** What the database has of a credential, by its hash. */
  read: (hash: string) => Promise<Found | undefined>
  /** The 401 of one that has ended. */
  ended: (found: Found) => ErrorCode
  /** The 401 of one that nobody knows. */
  unknown: ErrorCode
  /** Called once a minute at most, for each that is used. */
  onUse: (found: Found, nowMs: number) => void
  clock: Clock
  /**
   * Older results are not trusted: this bounds the effect of a missed notification. The database is queried again, in
   * the background, from half of this time on.
   */
  maxAgeMs: number
}

/** Credentials that are known to have been good, at most. */
const MAX_KNOWN = 50_000
/** Maximum number of cached callers; any other credential costs a lookup in the database. */
const MAX_REMEMBERED = 50_000
/** While the database does not respond, a key that was verified this recently is still trusted. */
const VERIFIED_MS = 60_000
const RETRY_MS = 1_000
const LAST_USED_STEP_MS = 60_000

/** Who is behind the credentials of one kind: what the database says of those that are in use, by their hash. */
export const callersBy = <Found extends Known>(deps: Deps<Found>) => {
  const { clock, read, ended, onUse, maxAgeMs } = deps
  /** Hashes of what held when it was last looked up. They outlive what is remembered, and prove nothing. */
  const known = recentlyUsed<true>(MAX_KNOWN)
  const entries = new Map<string, Remembered<Found>>()
  let underWay = new Map<string, Promise<Remembered<Found> | undefined>>()

  /** Throws the 401 of one that has ended; runs for each request. */
  const use = (found: Found): Caller => {
    const nowMs = clock.nowMs()
    if (nowMs >= found.endsAtMs) throw new ApiError(ended(found))
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

  /** Asks the database, once for all who want to know at the time. */
  const look = (hash: string): Promise<Remembered<Found> | undefined> => {
    const asking = underWay.get(hash)
    if (asking) return asking
    const ofThisEpoch = underWay
    const asked = ask(hash, () => ofThisEpoch === underWay).finally(() => ofThisEpoch.delete(hash))
    underWay.set(hash, asked)
    return asked
  }

  const ask = async (
    hash: string,
    isCurrent: () => boolean,
  ): Promise<Remembered<Found> | undefined> => {
    const readAtMs = clock.steadyMs()
    try {
      const found = await read(hash)
      const entry = found && { ...found, readAtMs }
      // What was read before a change must not be remembered after it.
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
    if (!found) throw new ApiError(deps.unknown)
    const caller = use(found)
    known.set(hash, true)
    return caller
  }

  return {
    /** Something has changed: nothing that was read before counts, nor what is just being read. */
    forget(): void {
      entries.clear()
      underWay = new Map()
    },

    /** The caller, when this process has seen the credential before; throws the 401 of one that has ended since. */
    recall({ hash }: Credential): Caller | undefined {
      const entry = entries.get(hash)
      if (!entry || (maxAgeMs !== Infinity && !isTrusted(hash, entry))) return undefined
      return use(entry)
    },

    /** The caller, as the database tells. One that was good a moment ago is never held up by others at its address. */
    identify: (hash: string, guard: Guard): Promise<Caller> =>
      known.has(hash) ? lookUp(hash) : guard(() => lookUp(hash)),
  }
}

const form = /^bearer +([^\s,]+) *$/i

/** The credential of an `Authorization` header (RFC 6750 section 2.1), with its hash. */
const readCredential = (authorization: string | undefined): Credential => {
  const key = authorization === undefined ? undefined : form.exec(authorization)?.[1]
  if (key === undefined) throw new ApiError('missing_api_key')
  return { key, hash: hashToken(key) }
}

/**
 * Reads those of requests; whose they are, a key or a session, shows their beginning. A connection mostly sends one again
 * and again: it is hashed once for each connection.
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
