import { eventExample } from '../../feed/events/event.ts'
import {
  type ApiDocument,
  type Content,
  type MediaType,
  mapOperations,
  mapResponses,
  mapValues,
  type Schema,
} from './api-document.ts'

/**
 * The document with an example of each JSON body: of requests what the code samples send, of responses that of their
 * schema, which is under `components` and no longer in the schema.
 */
export const withExamples = (document: ApiDocument): ApiDocument => {
  const { components } = document
  const used: Record<string, { value: unknown }> = {}
  const moved = new Set<string>()
  const sampled = (media: MediaType, type: string): MediaType => {
    if (type === 'text/event-stream') return { ...media, example: streamExample }
    const found = exampleOf(media.schema, components.schemas)
    if (!found || media.example !== undefined) return media
    used[found.name] = { value: found.value }
    moved.add(found.schema)
    return { ...media, examples: { [found.name]: { $ref: `#/components/examples/${found.name}` } } }
  }
  const changed = mapOperations(document, (operation) => {
    const body = operation['x-example']?.body
    return {
      ...mapResponses(operation, (response) => ({
        ...response,
        ...(response.content && { content: mapValues(response.content, sampled) }),
      })),
      ...(operation.requestBody && {
        requestBody: {
          ...operation.requestBody,
          content: withExample(operation.requestBody.content, body),
        },
      }),
    }
  })
  const schemas = mapValues(components.schemas, (schema, name) => (moved.has(name) ? withoutExamples(schema) : schema))
  return { ...changed, components: { ...components, schemas, examples: used } }
}

const withExample = (content: Content, example: unknown): Content =>
  example === undefined ? content : mapValues(content, (media) => ({ ...media, example }))

const withoutExamples = ({ examples: _examples, ...schema }: Schema): Schema => schema

/** The start of a stream, an event, and a comment that keeps the connection open. */
const streamExample = [
  'id: evt_0000000000000000041',
  `id: ${eventExample.id}\nevent: ${eventExample.type}\ndata: ${JSON.stringify(eventExample)}`,
  ':',
]
  .map((frame) => `${frame}\n\n`)
  .join('')

/** `schema` is the name of the schema that declares it. */
type Example = { name: string; schema: string; value: unknown }

/** The example of a schema; a list has one of its items. */
const exampleOf = (schema: Schema, schemas: Readonly<Record<string, Schema>>): Example | undefined => {
  const name = refName(schema)
  const { items, examples } = name === undefined ? schema : (schemas[name] ?? {})
  if (items !== undefined) {
    const item = exampleOf(items as Schema, schemas)
    return item && { ...item, name: name ?? `${item.name}List`, value: [item.value] }
  }
  if (name === undefined || !Array.isArray(examples)) return undefined
  return { name, schema: name, value: examples[0] }
}

const refName = ({ $ref }: Schema): string | undefined =>
  typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined
