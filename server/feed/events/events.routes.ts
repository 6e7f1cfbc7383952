import { Type } from 'typebox'
import type { NewAuditEntry } from '../../accounts/audit/audit-entry.ts'
import type { NoteRead } from '../../accounts/audit/audit-reads.ts'
import { isStaff } from '../../requests/access/caller.ts'
import type { EventType } from '../../requests/api/event-type.ts'
import { type Call, type Operation, operation } from '../../requests/api/operation.ts'
import { pageParameters } from '../../requests/api/page.ts'
import { json, type Reply } from '../../requests/api/reply.ts'
import { linkHeaders } from '../../requests/api/responses.ts'
import type { PlanName } from '../../requests/plans/plan.ts'
import { Event, eventJson, NOW, type StoredEvent, writeEventId } from './event.ts'
import type { KnownEventTypes } from './event-kinds.ts'
import type { EventStream } from './event-stream.ts'
import type { EventsService } from './events.service.ts'

type Deps = {
  events: EventsService
  eventTypes: KnownEventTypes
  stream: EventStream
  streamLimit: (plan: PlanName) => number
  /** Events of orders show their customers. */
  noteRead: NoteRead
}

const after = Type.Optional(
  Type.String({
    description:
      'The `id` of the last event that you have seen: only later ones are returned. `now` is the end of the feed.',
  }),
)

const typeParameter = ({ all }: KnownEventTypes) =>
  Type.Optional(
    Type.Array(Type.Unsafe<EventType>(Type.Enum([...all])), {
      minItems: 1,
      maxItems: all.length,
      description: 'Only events of these types, repeated or separated by commas.',
    }),
  )

const listQuery = (type: ReturnType<typeof typeParameter>) =>
  Type.Object({ after, limit: pageParameters.limit, type }, { additionalProperties: false })

const streamQuery = (type: ReturnType<typeof typeParameter>) =>
  Type.Object({ after, type }, { additionalProperties: false })

export const eventSchemas = [Event]

const shared = {
  tag: 'Events',
  stability: 'stable',
  scope: 'pets:read',
  errors: ['invalid_cursor'],
} as const

export const eventOperations = ({ events, eventTypes, stream, streamLimit, noteRead }: Deps): Operation[] => [
  operation({
    ...shared,
    id: 'listEvents',
    method: 'GET',
    path: '/events',
    summary: 'List events',
    description:
      'Returns every change once, in commit order. Continue with the last `id` as `after`. With `after=now`, the page is ' +
      'empty and its `X-Next-Cursor` is the end of the feed. Order events are included ' +
      'only with the scope `orders:read`, those of applications with `applications:read`; these say nothing of the ' +
      "applicant. Events about an account's keys and webhooks go to that account and to " +
      'administrators.',
    query: listQuery(typeParameter(eventTypes)),
    returns: {
      200: { description: 'A page of events.', schema: Type.Array(Event), headers: linkHeaders },
    },
    example: {
      query: { type: 'pet.created,pet.updated' },
      client: `const page = await store.events.list({ type: ['pet.created', 'pet.updated'] })\nconsole.log(page.items)`,
    },
    handle: async (call) => {
      const { after, type: types, limit = 20 } = call.query
      const parameters = { limit: String(limit), ...(types && { type: types.join(',') }) }
      if (after === NOW) {
        const end = await events.end()
        return page(call, [], { next: end, parameters })
      }
      const found = await events.list(call.caller, { after, types, limit: limit + 1 })
      if (found.slice(0, limit).some(({ type }) => eventTypes.showsPerson(type))) {
        noteRead(call.author, readEntry('event.list', call))
      }
      return eventPage(call, found, { limit, parameters })
    },
  }),

  operation({
    ...shared,
    id: 'streamEvents',
    method: 'GET',
    path: '/events/stream',
    summary: 'Stream events',
    description:
      'Sends the same events as they happen, as Server-Sent Events. The first frame has only an `id`: the position ' +
      'where the stream begins, so that you can continue from it even if nothing happens. Each further frame is an ' +
      'event: `id` and `event` are its id and type, and `data` is the whole event (schema `Event`). The stream ' +
      'continues after `Last-Event-ID` or, for clients that cannot send it, `after`; without either it starts now. A ' +
      'comment (`:`) every 15 seconds keeps the connection open. After 45 seconds of silence, connect again with the ' +
      'last `id`. An account can have 2 streams open (Free), 10 (Pro), 100 (Business) or 1,000 (Enterprise). Further ' +
      'ones get `too_many_streams`, which does not count as a strike. A stream ends after an hour, and immediately ' +
      'when its key or session ends or its account gets another plan. Then connect again with the last id.',
    query: streamQuery(typeParameter(eventTypes)),
    requestHeaders: ['Last-Event-ID'],
    errors: [...shared.errors, 'too_many_streams'],
    returns: {
      200: {
        description: 'A stream of events.',
        schema: Type.String(),
        type: 'text/event-stream',
      },
    },
    example: {
      isStream: true,
      client: `for await (const event of store.events.follow()) console.log(event.type, event.data)`,
    },
    handle: async (call) => {
      const { query, headers, caller, author, requestId } = call
      const lastSeen = headers['last-event-id'] ?? query.after
      const reply = await stream.open({
        reader: caller,
        owner: isStaff(caller) ? `user ${caller.userId}` : caller.accountId,
        limit: streamLimit(caller.plan),
        begin: () => (lastSeen === undefined ? events.end() : events.placeOf(String(lastSeen))),
        types: query.type,
        requestId,
      })
      if (eventTypes.readable(caller, query.type).some(eventTypes.showsPerson)) {
        noteRead(author, readEntry('event.stream', call))
      }
      return reply
    },
  }),
]

const readEntry = (action: 'event.list' | 'event.stream', { caller }: Pick<Call, 'caller'>): NewAuditEntry => ({
  action,
  target: { type: 'account', id: caller.accountId },
})

type Paging = { limit: number; parameters: Record<string, string> }

/** `found` has one event more than requested if there is a next page. */
const eventPage = (call: Call, found: readonly StoredEvent[], { limit, parameters }: Paging): Reply => {
  const shown = found.slice(0, limit)
  const next = found.length > limit ? shown.at(-1)?.sequence : undefined
  return page(call, shown, { next, parameters })
}

/** Events, and the position `next` where the next page begins, if there is one. */
const page = (
  { origin }: Call,
  events: readonly StoredEvent[],
  { next, parameters }: { next: bigint | undefined; parameters: Record<string, string> },
): Reply => {
  const text = `[${events.map(eventJson).join(',')}]`
  if (next === undefined) return json(text)
  const cursor = writeEventId(next)
  const path = `${origin}/v1/events`
  const following = new URLSearchParams({ ...parameters, after: cursor })
  const first = new URLSearchParams(parameters)
  return json(text, {
    headers: ['link', `<${path}?${following}>; rel="next", <${path}?${first}>; rel="first"`, 'x-next-cursor', cursor],
  })
}
