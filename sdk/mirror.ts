import type { AnimalCalls } from './animals.ts'
import { ApiError } from './errors.ts'
import { caughtUp, changes, type EventCalls, type Deps as EventDeps, type Place } from './events.ts'
import type { Int64 } from './exact-json.ts'
import type { CallOptions } from './options.ts'
import type { PetCalls } from './pets.ts'
import type { Pet, Profile } from './schemas.ts'

/** One step of a copy of all animals. Apply them in order; save `position` together with the step that has it. */
export type MirrorStep =
  /** Begin with an empty copy: the animals of today follow. */
  | { kind: 'reset' }
  /** The animal as it is. Without a `position` it is one of the first copy. */
  | { kind: 'put'; pet: Pet; position?: string }
  | { kind: 'remove'; id: Int64; position: string }
  /**
   * With `include`, the profile of an animal, after its `put`. As a change it lacks what only the owner sees
   * (`externalId`, `microchip`, `intakeDate`): keep these fields of the copy.
   */
  | { kind: 'profile'; profile: Profile; position?: string }
  /**
   * The copy has everything that had happened when this run began. Every run has this step, a resumed one too (and
   * again after another `reset`). Without `until`, changes follow it as they happen.
   */
  | { kind: 'complete'; position: string }

/** Options of a mirror. */
export type MirrorOptions = CallOptions & {
  /** The last `position` saved: only what changed since then is returned. Without it the copy begins anew. */
  after?: string | undefined
  /**
   * With `now`, the run ends with the step `complete`. Errors that outlast the client's retries are thrown then.
   * Default: it never ends.
   */
  until?: 'now' | undefined
  /** With `profile`, the copy has the profiles of your own animals too, and every change to a profile. */
  include?: readonly 'profile'[] | undefined
}

type Deps = { pets: PetCalls; animals: AnimalCalls; events: EventCalls; feed: EventDeps }

/** The pages of a first copy are as large as the service allows. */
const PAGE = 100

/**
 * A copy of all animals, and then every change as it happens, for as long as the loop runs or until it has caught up. A
 * position that the service no longer retains begins the copy anew. Throws what `events.follow` and `pets.list` throw.
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
          for await (const profile of ownProfiles(animals, options))
            yield { kind: 'profile', profile }
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
      // Away for so long that changes are missing.
      if (!(error instanceof ApiError && error.code === 'invalid_cursor')) throw error
      begin = undefined
    }
  }
}

const petTypes = ['pet.created', 'pet.updated', 'pet.deleted'] as const

/** Each page repeats the last animal of the one before. If it does not, animals before it were removed meanwhile. */
async function* ownProfiles(
  animals: AnimalCalls,
  options: CallOptions,
): AsyncGenerator<Profile, void, undefined> {
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
