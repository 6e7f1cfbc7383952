import {
  type AdoptionStore,
  ApiError,
  type Int64,
  isApiError,
  type Profile,
  type ProfilePatch,
  stringifyExact,
} from '@adoption-store/client'
import { signal } from '../../platform/signal.ts'

/** A profile on the server, with its ETag. */
export type SavedProfile = { profile: Profile; etag: string | undefined }

/** Fields that can be changed, each saved as a whole. */
export type ProfileField = keyof ProfilePatch & keyof Profile
type ProfileChanges = Partial<Pick<Profile, ProfileField>>

/**
 * `idle`: nothing was changed. `waiting`: it will be saved when the typing pauses. `failed`: the
 * server could not be reached. `invalid`: it rejected some fields, and the rest is saved.
 * `conflict`: somebody else changed the same field.
 */
export type SaveState = 'idle' | 'waiting' | 'saving' | 'saved' | 'failed' | 'invalid' | 'conflict'

type Unsaved = {
  /** Not sent yet. */
  changes: ProfileChanges
  /** In the current request. */
  sending: ProfileChanges
  /** Rejected by the server: they stay on the page and are not sent again until they change. */
  rejected: ProfileChanges
  error: unknown
  state: SaveState
}

const nothing: Unsaved = {
  changes: {},
  sending: {},
  rejected: {},
  error: undefined,
  state: 'idle',
}

type Deps = {
  profiles: AdoptionStore['profiles']
  petId: Int64
  /** The saved profile that the page shows. */
  saved: () => SavedProfile
  /** Called with each version that the server returns. */
  onSaved: (saved: SavedProfile) => void
}

export type ProfileDraft = ReturnType<typeof profileDraft>

/** The pause in typing after which it is saved, in milliseconds. */
const PAUSE_MS = 700

/**
 * Saves changes of a profile automatically, one request at a time, and never overwrites others'
 * changes without asking.
 */
export const profileDraft = ({ profiles, petId, saved, onSaved }: Deps) => {
  const unsaved = signal(nothing)
  const set = (next: Partial<Unsaved>) => unsaved.set({ ...unsaved.get(), ...next })
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The saved profile when the user began to change it. */
  let base: SavedProfile | undefined

  const change = (changes: ProfileChanges): void => {
    const before = unsaved.get()
    if (isEmpty(before.changes) && isEmpty(before.sending)) base = saved()
    set({
      changes: { ...before.changes, ...changes },
      rejected: without(before.rejected, fieldsOf(changes)),
      ...(before.state !== 'conflict' && { state: 'waiting' }),
    })
    clearTimeout(timer)
    timer = setTimeout(save, PAUSE_MS)
  }

  /** Saves pending changes at once. */
  const save = (): void => {
    clearTimeout(timer)
    const { changes, sending, state } = unsaved.get()
    if (isEmpty(changes) || !isEmpty(sending) || state === 'conflict') return
    void send(base ?? saved())
  }

  const send = async (seen: SavedProfile): Promise<void> => {
    const sending = unsaved.get().changes
    set({ changes: {}, sending, state: 'saving' })
    try {
      const options = { ifMatch: seen.etag }
      const { data, etag } = await profiles.update(petId, sending, options).withResponse()
      base = { profile: data, etag }
      onSaved(base)
      const { rejected } = unsaved.get()
      set({ sending: {}, state: isEmpty(rejected) ? 'saved' : 'invalid' })
    } catch (error) {
      // Text typed since then is newer.
      set({ sending: {}, changes: { ...sending, ...unsaved.get().changes } })
      await recover(error, seen)
      return
    }
    if (!isEmpty(unsaved.get().changes)) save()
  }

  const recover = async (error: unknown, seen: SavedProfile): Promise<void> => {
    if (isApiError(error, 'validation_failed')) return reject(error)
    if (!isApiError(error, 'precondition_failed')) return set({ state: 'failed', error })
    const fresh = await latest()
    if (!fresh) return set({ state: 'failed', error })
    base = fresh
    onSaved(fresh)
    const isTheirs = (field: ProfileField) => !isEqual(seen.profile[field], fresh.profile[field])
    if (fieldsOf(unsaved.get().changes).some(isTheirs)) return set({ state: 'conflict' })
    await send(fresh)
  }

  const latest = async (): Promise<SavedProfile | undefined> => {
    try {
      const { data, etag } = await profiles.get(petId).withResponse()
      return { profile: data, etag }
    } catch {
      return undefined
    }
  }

  /** Keeps the fields that the server names, and continues with the others. */
  const reject = (error: ApiError): void => {
    const { changes, rejected } = unsaved.get()
    const named = fieldsOf(changes).filter((field) => error.errors.some((issue) => isPartOf(issue.field, field)))
    // An issue without a matching field must not be sent for ever.
    const refused = named.length > 0 ? named : fieldsOf(changes)
    const next = { ...rejected, ...only(changes, refused) }
    set({ changes: without(changes, refused), rejected: next, error, state: 'invalid' })
    save()
  }

  /** Resolves a conflict: overwrites the other change, or drops the own one. */
  const resolve = (keep: 'mine' | 'theirs'): void => {
    set(keep === 'theirs' ? { changes: {}, state: 'idle' } : { state: 'waiting' })
    save()
  }

  return {
    change,
    save,
    resolve,
    /** A hook that returns the unsaved changes. */
    use: unsaved.use,
    isDirty: () => !isEmpty(pendingOf(unsaved.get())),
  }
}

/** All changes that the server does not have. */
export const pendingOf = ({ changes, sending, rejected }: Unsaved): ProfileChanges => ({
  ...sending,
  ...rejected,
  ...changes,
})

/** Why the server rejected a field, or a part of it such as `fee.amount`. */
export const rejectionOf = ({ error, rejected }: Unsaved, field: ProfileField) =>
  error instanceof ApiError && field in rejected
    ? error.errors.find((issue) => isPartOf(issue.field, field))?.message
    : undefined

/** `colors[1]` and `fee.amount` are parts of `colors` and `fee`. */
const isPartOf = (path: string, field: string): boolean =>
  path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}[`)

const fieldsOf = (changes: ProfileChanges) => Object.keys(changes) as ProfileField[]
const isEmpty = (changes: ProfileChanges): boolean => fieldsOf(changes).length === 0
const isEqual = (one: unknown, other: unknown): boolean => stringifyExact(one) === stringifyExact(other)

const only = (changes: ProfileChanges, fields: readonly ProfileField[]): ProfileChanges =>
  Object.fromEntries(fields.map((field) => [field, changes[field]]))

const without = (changes: ProfileChanges, fields: readonly ProfileField[]): ProfileChanges =>
  only(
    changes,
    fieldsOf(changes).filter((field) => !fields.includes(field)),
  )
