import { writeEventId } from '../../feed/events/event.ts'
import type { EventKind, EventKinds } from '../../requests/api/event-type.ts'
import type { ApiDocument, Operation, Parameter, Schema } from './api-document.ts'

type Kind = { summary: string; data: Schema; example: { id: string } & Record<string, unknown> }

/** Each example has its own id, because receivers ignore ids that they have seen. */
const FIRST_ID = 42n

const feedKinds = (events: EventKinds): Record<string, Kind> =>
  Object.fromEntries(
    Object.entries<EventKind>(events).map(([type, { summary, data, example }], at) => [
      type,
      {
        summary,
        data: dataSchema(data),
        example: { id: writeEventId(FIRST_ID + BigInt(at)), type, time: '2026-11-20T09:30:00.000Z', data: example },
      },
    ]),
  )

/** Sent on request, to one webhook: it is in no feed. */
const testKind = ({ examples }: Schema): Kind => ({
  summary: 'A webhook was tested',
  data: { $ref: '#/components/schemas/Webhook' },
  example: {
    id: 'test_pV2Zq0m8bXcJr3TnYw5sKg',
    type: 'webhook.test',
    time: '2026-11-20T09:30:00.000Z',
    data: Array.isArray(examples) ? examples[0] : {},
  },
})

/** The document with a schema for each type of event, and the webhooks that carry them. */
export const withEvents = (document: ApiDocument, events: EventKinds): ApiDocument => {
  const { Event, ...schemas } = document.components.schemas
  const kinds = feedKinds(events)
  const sent = { ...kinds, 'webhook.test': testKind(schemas.Webhook ?? {}) }
  return {
    ...document,
    webhooks: Object.fromEntries(Object.entries(sent).map(([type, kind]) => [type, { post: webhook(type, kind) }])),
    components: {
      ...document.components,
      parameters: {
        ...document.components.parameters,
        ...Object.fromEntries(signatureHeaders.map((header) => [header.name, header])),
      },
      schemas: {
        ...schemas,
        ...Object.fromEntries(Object.entries(sent).map(([type, kind]) => [schemaName(type), eventSchema(type, kind)])),
        Event: { ...anyEvent(String(Event?.description), Object.keys(kinds)), examples: Event?.examples },
      },
    },
  }
}

/** `pet.created`: `PetCreatedEvent`. */
const schemaName = (type: string): string =>
  `${type.replace(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`

const reference = (type: string) => `#/components/schemas/${schemaName(type)}`

const anyEvent = (description: string, types: readonly string[]): Schema => ({
  description: `${description} New types may be added; ignore those you do not know.`,
  oneOf: types.map((type) => ({ $ref: reference(type) })),
  discriminator: {
    propertyName: 'type',
    mapping: Object.fromEntries(types.map((type) => [type, reference(type)])),
  },
})

const eventSchema = (type: string, { summary, data, example }: Kind): Schema => ({
  type: 'object',
  required: ['id', 'type', 'time', 'data'],
  properties: {
    id: {
      type: 'string',
      description: 'Opaque. Later events have greater ids, compared as strings.',
      examples: [example.id],
    },
    type: { type: 'string', enum: [type] },
    time: {
      type: 'string',
      format: 'date-time',
      description: 'When it happened (RFC 3339, UTC).',
      examples: ['2026-11-20T09:30:00.000Z'],
    },
    data,
  },
  description: `${summary}.`,
})

const dataSchema = (data: EventKind['data']): Schema =>
  'schema' in data
    ? { $ref: `#/components/schemas/${data.schema}` }
    : { type: 'object', required: data.required, properties: data.fields }

const header = (name: string, description: string): Parameter => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

const signatureHeaders = [
  header(
    'webhook-id',
    "The event's id, which is the same on every attempt. Ignore an id that you have already processed.",
  ),
  header('webhook-timestamp', 'When it was sent, in Unix seconds.'),
  header(
    'webhook-signature',
    '`v1,` and the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` in base64 (Standard Webhooks). For 24 ' +
      'hours after a rotation of the secret there are two, separated by a space.',
  ),
]

/** The request that a receiver of webhooks implements. */
const webhook = (type: string, { summary, example }: Kind): Operation => ({
  operationId: `on${schemaName(type)}`,
  summary,
  tags: ['Webhooks'],
  security: [],
  // It is sent to the reader, who cannot send it here.
  'x-hideTryItPanel': true,
  parameters: signatureHeaders.map(({ name }) => ({ $ref: `#/components/parameters/${name}` })),
  requestBody: {
    required: true,
    content: { 'application/json': { schema: { $ref: reference(type) }, example } },
  },
  responses: {
    '2XX': {
      description: 'Received. Any other response, or none within 15 seconds, leads to a retry.',
    },
  },
})
