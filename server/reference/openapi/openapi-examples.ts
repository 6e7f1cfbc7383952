import {
  type ApiDocument,
  type Content,
  type MediaType,
  mapOperations,
  mapResponses,
  mapValues,
  type Schema,
} from './api-document.ts'
import { schemaExamples } from './schema-examples.ts'

/** The document with a sample of each JSON body: of requests what the code samples send, of responses by schema. */
export const withExamples = (document: ApiDocument): ApiDocument => {
  const used: Record<string, { value: unknown }> = {}
  const sampled = (media: MediaType, type: string): MediaType => {
    if (type === 'text/event-stream') return { ...media, example: streamExample }
    const found = exampleOf(media.schema, document)
    if (!found || media.example !== undefined) return media
    used[found.name] = { value: found.value }
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
  return { ...changed, components: { ...changed.components, examples: used } }
}

const withExample = (content: Content, example: unknown): Content =>
  example === undefined ? content : mapValues(content, (media) => ({ ...media, example }))

/** Where it begins, an event, and a comment that keeps the connection open. */
const { id, type, ...rest } = schemaExamples.Event as { id: string; type: string }
const streamExample = [
  'id: evt_0000000000000000041',
  `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify({ id, type, ...rest })}`,
  ':',
]
  .map((frame) => `${frame}\n\n`)
  .join('')

type Example = { name: string; value: unknown }

/** The sample of a schema; a list has one of its items. */
const exampleOf = (schema: Schema, { components }: ApiDocument): Example | undefined => {
  const name = refName(schema)
  const items = (name === undefined ? schema : components.schemas[name])?.items
  if (items !== undefined) {
    const item = exampleOf(items as Schema, { paths: {}, components })
    return item && { name: name ?? `${item.name}List`, value: [item.value] }
  }
  const value = name === undefined ? undefined : schemaExamples[name]
  return name === undefined || value === undefined ? undefined : { name, value }
}

const refName = ({ $ref }: Schema): string | undefined =>
  typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined
