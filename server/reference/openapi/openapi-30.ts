import { setImmediate } from 'node:timers/promises'
import { type ApiDocument, isRef, mapValues, type Parameter, type Ref, type Schema } from './api-document.ts'
import { mapContent, mapSchema, mapSchemas } from './openapi-schemas.ts'

/**
 * The document as OpenAPI 3.0.3, for programs that do not read 3.1. Version 3.0 has no webhooks; the events are described
 * by their schemas. It is made in parts, between which others are served.
 */
export const openapi30 = async (document: ApiDocument): Promise<Record<string, unknown>> => {
  const { webhooks: _webhooks, info, components, paths, ...rest } = document
  const { schemas, parameters = {}, headers = {}, responses = {}, ...others } = components
  const allOf30 = (schema: Schema): Schema => mapSchema(schema, (one) => schema30(one, schemas))
  const withSchema30 = <Part extends { schema: Schema }>(part: Part): Part => ({
    ...part,
    schema: allOf30(part.schema),
  })
  const converted = {
    paths: await inParts(paths, (methods, path) => {
      const only = { ...document, paths: { [path]: methods }, components: { schemas: {} } }
      return mapSchemas(only, allOf30).paths[path]
    }),
    schemas: await inParts(schemas, allOf30),
    parameters: mapValues(parameters, withSchema30<Parameter>),
    headers: mapValues(headers, withSchema30),
    responses: mapValues(responses, (response) => ({
      ...response,
      ...(response.content && { content: mapContent(response.content, allOf30) }),
    })),
  }
  const text = JSON.stringify(converted)
  const usedOf = <Part>(kind: 'schemas' | 'parameters', parts: Record<string, Part>) =>
    Object.fromEntries(Object.entries(parts).filter(([name]) => text.includes(`"#/components/${kind}/${name}"`)))
  return {
    ...rest,
    openapi: '3.0.3',
    info: { ...info, license: license30 },
    paths: converted.paths,
    components: {
      ...others,
      schemas: usedOf('schemas', converted.schemas),
      parameters: usedOf('parameters', converted.parameters),
      headers: converted.headers,
      responses: converted.responses,
    },
  }
}

const inParts = async <In, Out>(
  record: Readonly<Record<string, In>>,
  change: (value: In, name: string) => Out,
): Promise<Record<string, Out>> => {
  const changed: Record<string, Out> = {}
  for (const [name, value] of Object.entries(record)) {
    await setImmediate()
    changed[name] = change(value, name)
  }
  return changed
}

/** Version 3.0 has no `identifier`. */
const license30 = { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' }

/** Converts one schema, whose inner schemas are converted already. Our documents use no other keywords of 3.1. */
const schema30 = ({ examples, ...schema }: Schema, schemas: Schemas): Schema => {
  const [example] = Array.isArray(examples) ? examples : []
  const whole = { ...schema, ...(example !== undefined && { example }) }
  return nullable(withoutSiblings(whole), schemas)
}

type Schemas = ApiDocument['components']['schemas']

/** In 3.0, everything beside a reference is ignored. */
const withoutSiblings = (schema: Schema): Schema => {
  const { $ref, ...rest } = schema
  return isRef(schema) && Object.keys(rest).length > 0 ? { allOf: [{ $ref }], ...rest } : schema
}

/** In 3.0, `null` is not a type. */
const nullable = (schema: Schema, schemas: Schemas): Schema => {
  const { type, anyOf, ...rest } = schema
  if (Array.isArray(type) && type.includes('null')) {
    const [other] = type.filter((one) => one !== 'null')
    return { type: other, nullable: true, ...rest }
  }
  if (Array.isArray(anyOf) && anyOf.some(isNull)) {
    const others = anyOf.filter((one) => !isNull(one))
    const [first] = others
    if (others.length !== 1 || !first) throw new Error('only one schema can be nullable')
    return { ...(isRef(first) ? nullableEnum(first, schemas) : first), nullable: true, ...rest }
  }
  return schema
}

/** A reference cannot be nullable, and an enum allows only what it lists. So its values are written out, with `null`. */
const nullableEnum = ({ $ref }: Ref, schemas: Schemas): Schema => {
  const { type, enum: values } = schemas[$ref.split('/').at(-1) ?? ''] ?? {}
  if (type !== 'string' || !Array.isArray(values)) throw new Error(`${$ref} is not an enum`)
  return { type, enum: [...values, null] }
}

const isNull = ({ type }: Schema): boolean => type === 'null'
