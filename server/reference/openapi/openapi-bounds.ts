import {
  type ApiDocument,
  type Header,
  isRef,
  mapOperations,
  mapResponses,
  mapValues,
  type Operation,
  type Parameter,
  type Ref,
  type Schema,
} from './api-document.ts'
import { mapContent, mapSchema, mapSchemas } from './openapi-schemas.ts'

const MAX_INT32 = 2 ** 31 - 1

/** The document with a format on each integer: generators of typed languages choose the width of a number by it. */
export const withIntegerFormats = (document: ApiDocument): ApiDocument => {
  const formatted = (schema: Schema): Schema => mapSchema(schema, withFormat)
  return mapOperations(mapSchemas(document, formatted), (operation) =>
    mapResponses(operation, (response) => ({
      ...response,
      ...(response.headers && {
        headers: mapValues(response.headers, (header): Header | Ref =>
          isRef(header) ? header : { ...header, schema: formatted(header.schema) },
        ),
      }),
    })),
  )
}

/** Integers without a maximum are counts that never reach billions; others declare their size. */
const withFormat = (schema: Schema): Schema => {
  const { type, format, maximum = MAX_INT32 } = schema
  if (![type].flat().includes('integer') || format !== undefined) return schema
  return { ...schema, format: Number(maximum) > MAX_INT32 ? 'int64' : 'int32' }
}

/** The document with `maxItems` of pages set from their `limit`. */
export const withPageSizes = (document: ApiDocument): ApiDocument =>
  mapOperations(document, (operation) => {
    const size = pageSizeOf(operation)
    if (size === undefined) return operation
    const bounded = (schema: Schema): Schema => (schema.type === 'array' ? { ...schema, maxItems: size } : schema)
    return mapResponses(operation, (response, status) => ({
      ...response,
      ...(status === '200' && response.content && { content: mapContent(response.content, bounded) }),
    }))
  })

const pageSizeOf = ({ parameters = [] }: Operation): number | undefined => {
  const limit = parameters.find((one) => !isRef(one) && one.name === 'limit')
  const maximum = limit && !isRef(limit) ? limit.schema.maximum : undefined
  return typeof maximum === 'number' ? maximum : undefined
}

/** The document with an example of each path parameter: that of the samples, or 1. */
export const withPathExamples = (document: ApiDocument): ApiDocument =>
  mapOperations(document, (operation) => {
    const { parameters, 'x-example': example } = operation
    if (!parameters) return operation
    const withExample = (parameter: Parameter | Ref): Parameter | Ref => {
      if (isRef(parameter) || parameter.in !== 'path') return parameter
      const value = example?.path?.[parameter.name] ?? '1'
      const isNumber = parameter.schema.type === 'integer'
      return { ...parameter, example: isNumber ? Number(value) : value }
    }
    return { ...operation, parameters: parameters.map(withExample) }
  })
