import { ApiError } from './errors.ts'
import type { EventCalls } from './events.ts'
import type { Int64 } from './exact-json.ts'
import type { CallOptions } from './options.ts'
import type { PetCalls } from './pets.ts'
import type { Pet } from './schemas.ts'

/** One step of a copy of all animals. Apply them in order; save `position` together with the step that has it. */
export type MirrorStep =
  /** Begin with an empty copy: the animals of today follow. */
  | { kind: 'reset' }
  /** The animal as it is. Without a `position` it is one of the first copy. */
  | { kind: 'put'; pet: Pet; position?: string }
  | { kind: 'remove'; id: Int64; position: string }
  /** The copy is whole. From here on it follows the changes. */
  | { kind: 'complete'; position: string | undefined }

/** Options of a mirror. */
export type MirrorOptions = CallOptions & {
  /** The last `position` saved: only what changed since then is returned. Without it the copy begins anew. */
  after?: string | undefined
}

type Deps = { pets: PetCalls; events: EventCalls }

/** The pages of a first copy are as large as the service allows. */
const PAGE = 100

/**
 * A copy of all animals, and then every change as it happens, for as long as the loop runs. A position that the
 * service no longer retains begins the copy anew. Throws what `events.follow` and `pets.list` throw.
 */
export async function* mirror(
  { pets, events }: Deps,
  { after, ...options }: MirrorOptions = {},
): AsyncGenerator<MirrorStep, void, undefined> {
  for (let position = after; ; ) {
    try {
      if (position === undefined) {
        yield { kind: 'reset' }
        position = await events.position(options)
        for await (const pet of pets.list({ limit: PAGE }, options)) yield { kind: 'put', pet }
        yield { kind: 'complete', position }
      }
      for await (const event of events.follow({ ...options, after: position, types })) {
        position = event.id
        if (event.type === 'pet.deleted') {
          yield { kind: 'remove', id: event.data.id, position }
        } else if (event.type === 'pet.created' || event.type === 'pet.updated') {
          yield { kind: 'put', pet: event.data, position }
        }
      }
    } catch (error) {
      // Away for so long that changes are missing.
      if (!(error instanceof ApiError && error.code === 'invalid_cursor')) throw error
      position = undefined
    }
  }
}

const types = ['pet.created', 'pet.updated', 'pet.deleted'] as const
