import type { AnimalCalls } from './animals.ts'
import { ApiError } from './errors.ts'
import { caughtUp, changes, type EventCalls, type Deps as EventDeps, type Place } from './events.ts'
import type { Int64 } from './exact-json.ts'
import type { Pet, Profile } from './openapi.gen.ts'
import type { CallOptions } from './options.ts'
import type { PetCalls } from './pets.ts'

/**
 * One step of a copy of all animals. Apply the steps in order, and save `position` together with the step that has it.
 */
export type MirrorStep =
  /** Clear the copy. All animals follow. */
  | { kind: 'reset' }
  /** Insert or replace an animal. Without a `position` it is part of the first copy. */
  | { kind: 'put'; pet: Pet; position?: string }
  | { kind: 'remove'; id: Int64; position: string }
  /**
   * With `include`: the profile of an animal, after its `put`. A later change lacks the fields that only the owner sees
   * (`externalId`, `microchip`, `intakeDate`), so keep them in your copy.
   */
  | { kind: 'profile'; profile: Profile; position?: string }
  /**
   * The copy contains everything up to the time this run began. Every run has this step, also a resumed one, and has it
   * again after another `reset`. Without `until`, changes follow as they happen.
   */
  | { kind: 'complete'; position: string }

/** Options of a mirror. */
export type MirrorOptions = CallOptions & {
  /** The last `position` saved: only later changes are returned. Without it, a new copy begins. */
  after?: string | undefined
  /**
   * With `now`, the run ends with the step `complete`, and throws errors that outlast the client's retries. Default: it
   * never ends.
   */
  until?: 'now' | undefined
  /** With `profile`, the copy also contains the profiles of your own animals, and every change to a profile. */
  include?: readonly 'profile'[] | undefined
}

type Deps = { pets: PetCalls; animals: AnimalCalls; events: EventCalls; feed: EventDeps }

/** The first copy uses the largest page size that the service allows. */
const PAGE = 100

/**
 * Returns a copy of all animals, and then every change as it happens, until the loop is left or has caught up. If the
 * service no longer retains the position, a new copy begins. Throws like `events.follow` and `pets.list`.
 */
export async function* mirror(
  { pets, animals, events, feed }: Deps,
  { after, until, include = [], ...options }: MirrorOptions = {},
): AsyncGenerator<MirrorStep, void, undefined> {
  const hasProfiles = include.includes('profile')
  const types = hasProfiles ? [...petTypes, 'pet.profileUpdated' as const] : petTypes
  for (let begin = after; ; ) {
    try {
      if (begin === undefined) {
        yield { kind: 'reset' }
        begin = await events.position(options)
        for await (const pet of pets.list({ limit: PAGE }, options)) yield { kind: 'put', pet }
        if (hasProfiles) {
          for await (const profile of ownProfiles(animals, options)) yield { kind: 'profile', profile }
        }
      }
      const place: Place = { after: begin, silentStreams: 0 }
      for await (const step of changes(feed, { ...options, types, until, marksEnd: true }, place)) {
        const position = place.after ?? begin
        if (step === caughtUp) yield { kind: 'complete', position }
        else if (step.type === 'pet.deleted') yield { kind: 'remove', id: step.data.id, position }
        else if (step.type === 'pet.created' || step.type === 'pet.updated') {
          yield { kind: 'put', pet: step.data, position }
        } else if (step.type === 'pet.profileUpdated') {
          yield { kind: 'profile', profile: step.data, position }
        }
      }
      return
    } catch (error) {
      // The position is so old that changes are missing.
      if (!(error instanceof ApiError && error.code === 'invalid_cursor')) throw error
      begin = undefined
    }
  }
}

const petTypes = ['pet.created', 'pet.updated', 'pet.deleted'] as const

/**
 * Each page repeats the last animal of the page before. If it does not, animals before it were removed in the meantime.
 */
async function* ownProfiles(animals: AnimalCalls, options: CallOptions): AsyncGenerator<Profile, void, undefined> {
  let last: Int64 | undefined
  for (let offset = 0; ; ) {
    const query = { include: ['profile' as const], limit: PAGE, offset }
    const { items } = await animals.list(query, options)
    const first = items[0]?.id
    if (last !== undefined && offset > 0 && (first === undefined || first > last)) {
      offset = Math.max(0, offset - PAGE)
      continue
    }
    for (const { id, profile } of items) {
      if (profile && (last === undefined || id > last)) yield profile
    }
    if (items.length < PAGE) return
    last = items.at(-1)?.id
    offset += PAGE - 1
  }
}
