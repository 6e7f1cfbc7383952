import { ApiError, type ErrorCode } from '../errors/api-error.ts'
import type { Clock } from '../platform/clock.ts'
import { recentlyUsed } from '../platform/recently-used.ts'
import type { Caller } from './caller.ts'
import { rememberedCallers } from './remembered-callers.ts'

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
  /** For how long one is remembered without asking the database again. */
  maxAgeMs: number
}

/** Credentials that are known to have been good, at most. */
const MAX_KNOWN = 50_000
const LAST_USED_STEP_MS = 60_000

/** Who is behind the credentials of one kind. */
export const callersBy = <Found extends Known>(deps: Deps<Found>) => {
  const { clock, ended, onUse } = deps
  /** Hashes of what held when it was last looked up. They outlive what is remembered, and prove nothing. */
  const known = recentlyUsed<true>(MAX_KNOWN)
  const { steadyMs } = clock
  const remembered = rememberedCallers({ ...deps, steadyMs })

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

  const lookUp = async (hash: string): Promise<Caller> => {
    const found = await remembered.look(hash)
    known.delete(hash)
    if (!found) throw new ApiError(deps.unknown)
    const caller = use(found)
    known.set(hash, true)
    return caller
  }

  return {
    /** Something has changed: what is remembered counts no more. */
    forget: remembered.forget,

    /** The caller, when this process has seen the credential before; throws the 401 of one that has ended since. */
    recall({ hash }: Credential): Caller | undefined {
      const found = remembered.find(hash)
      return found && use(found)
    },

    /** The caller, as the database tells. One that was good a moment ago is never held up by others at its address. */
    identify: (hash: string, guard: Guard): Promise<Caller> =>
      known.has(hash) ? lookUp(hash) : guard(() => lookUp(hash)),
  }
}
