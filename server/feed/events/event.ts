import { type Static, Type } from 'typebox'
import { stringifyJson } from '../../platform/http/json.ts'
import { showTime } from '../../platform/time.ts'
import { type Actor, visibleAccount } from '../../requests/access/ownership.ts'
import type { EventType } from '../../requests/api/event-type.ts'
import type { Subject, SubjectColumns } from '../../requests/api/subject.ts'

/** The event of the examples. */
export const eventExample = {
  id: 'evt_0000000000000000042',
  type: 'pet.created',
  time: '2026-11-20T09:30:00.000Z',
  data: { id: 1, name: 'Biscuit', categoryId: 7, status: 'available' },
}

/** One change, as in the feed and webhooks. */
export const Event = Type.Object(
  {
    id: Type.String({
      description: 'Opaque. Later events have greater ids, compared as strings.',
      examples: ['evt_0000000000000000042'],
    }),
    type: Type.Unsafe<EventType>(Type.String()),
    time: Type.String({ format: 'date-time', description: 'When it happened (RFC 3339, UTC).' }),
    data: Type.Object(
      {},
      {
        additionalProperties: true,
        description: 'The resource after the change; only its `id` if it was deleted.',
      },
    ),
  },
  { $id: 'Event', description: 'One change.', examples: [eventExample] },
)
export type Event = Static<typeof Event>

/** An event as it is stored. */
export type StoredEvent = {
  /** The position in the order of commits. */
  sequence: bigint
  type: string
  timeMs: number
  /** JSON. */
  data: string
}

/** An event in the tail of the feed, and who may see it. */
export type FeedEvent = StoredEvent & {
  /** The account that it concerns; undefined if it is public. */
  accountId: bigint | undefined
  /** A second account that it concerns. */
  ownerId: bigint | undefined
}

/** The parts of an event that determine its receivers, without its data. */
export type EventHead = Pick<FeedEvent, 'sequence' | 'type' | 'accountId' | 'ownerId'> & {
  /** Whether no webhook receives it. */
  isSilent: boolean
}

/** Whether an account may see an event; undefined sees all. */
export const isSeenBy = (
  { accountId, ownerId }: Pick<EventHead, 'accountId' | 'ownerId'>,
  viewer: bigint | undefined,
): boolean => viewer === undefined || accountId === undefined || accountId === viewer || ownerId === viewer

/** An event that is not stored yet; its position is assigned when it is. */
export type EventRow = SubjectColumns & {
  type: string
  time: bigint
  data: string
  account_id: bigint | null
  owner_account_id: bigint | null
  is_silent: bigint | null
}

/** An event of a change. */
export type NewEvent = {
  type: EventType
  data: object
  /** The case that it shows, by which an erasure and a transfer to another account find it. */
  subject?: Subject
  /** The account that it concerns: others cannot see it, unless they are administrators. */
  accountId?: bigint
  /** The account that owns the animal, which also sees it. */
  ownerId?: bigint
}

/** The reader, which determines the visible events. */
export type Reader = Actor

/** The part of the feed that a reader sees. Views with the same name see the same. */
export type View = { name: string; sees: (event: FeedEvent) => boolean }

/** `types` are the types that the reader may and wants to see. */
export const viewOf = (reader: Reader, types: readonly string[]): View => {
  const wanted = new Set(types)
  const viewer = visibleAccount(reader)
  return {
    name: `${viewer ?? 'all'} ${types}`,
    sees: (event) => wanted.has(event.type) && isSeenBy(event, viewer),
  }
}

/** The end of the feed, in place of an id. */
export const NOW = 'now'

const ID_DIGITS = 19

export const writeEventId = (sequence: bigint): string => `evt_${sequence.toString().padStart(ID_DIGITS, '0')}`

/** The position of an id; undefined if it is not an event id. */
export const readEventId = (id: string): bigint | undefined =>
  /^evt_\d{19}$/.test(id) ? BigInt(id.slice(4)) : undefined

/** Serializes an event. Its data is inserted as it was stored, so that numbers stay exact. */
export const eventJson = ({ sequence, type, timeMs, data }: StoredEvent): string =>
  `{"id":"${writeEventId(sequence)}","type":"${type}","time":"${showTime(timeMs)}","data":${data}}`

/** The event as a stream sends it (WHATWG HTML section 9.2). */
export const frame = (event: StoredEvent): string =>
  `id: ${writeEventId(event.sequence)}\nevent: ${event.type}\ndata: ${eventJson(event)}\n\n`

export const eventData = (data: object): string => stringifyJson(data)
