import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Caller } from '../api-keys/api-keys.service.ts'
import type { PlanName } from '../plans/plan.ts'
import type { Origin } from '../platform/http/origin.ts'
import { pageParameters } from '../platform/http/paging.ts'
import { etagHeader, linkHeaders, success } from '../platform/http/responses.ts'
import { Event, type EventType, eventJson, eventTypes, writeEventId } from './event.ts'
import type { EventStream } from './event-stream.ts'
import type { EventsService } from './events.service.ts'

type Deps = {
  events: EventsService
  stream: EventStream
  streamLimit: (plan: PlanName) => number
  origin: Origin
}

const type = Type.Optional(
  Type.Array(Type.Unsafe<EventType>(Type.Enum([...eventTypes])), {
    minItems: 1,
    maxItems: eventTypes.length,
    description: 'Only events of these types: repeated or separated by commas.',
  }),
)

const after = Type.Optional(
  Type.String({ description: 'The `id` of the last event seen: only later ones are returned.' }),
)

const ListEvents = Type.Object(
  { after, limit: pageParameters.limit, type },
  { additionalProperties: false },
)
type ListEvents = Static<typeof ListEvents> & { limit: number }

const StreamEvents = Type.Object({ after, type }, { additionalProperties: false })
type StreamEvents = Static<typeof StreamEvents>

export const eventRoutes = (
  app: FastifyInstance,
  { events, stream, streamLimit, origin }: Deps,
): void => {
  app.addSchema(Event)

  app.get<{ Querystring: ListEvents }>(
    '/events',
    {
      config: { scope: 'pets:read', errors: ['invalid_parameter', 'invalid_cursor'] },
      schema: {
        operationId: 'listEvents',
        tags: ['Events'],
        summary: 'List changes',
        description:
          'Every change of the store, in the order of their commits, none missing and none twice. Go on with the ' +
          'last `id` as `after`. Events of orders need `orders:read` and are left out without it; events of an ' +
          "account's keys and webhooks are shown to that account and to administrators.",
        'x-stability': 'experimental',
        querystring: ListEvents,
        response: {
          200: success('A page of events.', Type.Array(Type.Ref('Event#')), {
            ...linkHeaders,
            ...etagHeader,
          }),
        },
      },
    },
    async (request, reply) => {
      const { after, type: types, limit } = request.query
      const found = await events.list(request.caller as Caller, { after, types, limit: limit + 1 })
      const page = found.slice(0, limit)
      const last = page.at(-1)
      if (last && found.length > limit) {
        const cursor = writeEventId(last.sequence)
        const parameters = { limit: String(limit), ...(types && { type: types.join(',') }) }
        const first = new URLSearchParams(parameters)
        const next = new URLSearchParams({ ...parameters, after: cursor })
        const path = `${origin(request)}/v1/events`
        reply
          .header('link', `<${path}?${next}>; rel="next", <${path}?${first}>; rel="first"`)
          .header('x-next-cursor', cursor)
      }
      return reply
        .header('content-type', 'application/json; charset=utf-8')
        .send(`[${page.map(eventJson).join(',')}]`)
    },
  )

  app.get<{ Querystring: StreamEvents }>(
    '/events/stream',
    {
      exposeHeadRoute: false,
      config: {
        scope: 'pets:read',
        isStream: true,
        headers: ['Last-Event-ID'],
        errors: ['invalid_parameter', 'invalid_cursor', 'too_many_streams'],
      },
      schema: {
        operationId: 'streamEvents',
        tags: ['Events'],
        summary: 'Follow changes',
        description:
          'The same events as they happen, as Server-Sent Events: `id` and `event` are the id and type of the event, ' +
          '`data` is the whole event. Goes on after `Last-Event-ID` or `after`; without either it begins now. ' +
          'An account may have 2 streams open (Free), 10 (Pro), 100 (Business) or 1,000 (Enterprise): one more is ' +
          '`too_many_streams`, which is no strike. A stream ends after an hour, and at once with its key; come back ' +
          'with the last id you saw.',
        'x-stability': 'experimental',
        querystring: StreamEvents,
        response: {
          200: {
            ...success('Events, for as long as the client listens.', Type.String()),
            content: { 'text/event-stream': { schema: Type.String() } },
          },
        },
      },
    },
    async (request, reply) => {
      const lastSeen = request.headers['last-event-id'] ?? request.query.after
      const caller = request.caller as Caller
      await stream.open(request, reply, {
        reader: caller,
        limit: streamLimit(caller.plan),
        begin: () => (lastSeen === undefined ? events.end() : events.placeOf(String(lastSeen))),
        types: request.query.type,
      })
      return reply
    },
  )
}
