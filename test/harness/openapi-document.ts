type Reference = { $ref: string }
type Operation = {
  parameters?: object[]
  responses: Record<string, { headers?: Record<string, object> }>
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: object
}

/** The document with references to parameters, responses and headers resolved; schemas remain references. */
export const expanded = <Of extends object>(document: Of): Of => {
  // Covers only the forms that our own routes use.
  const { paths } = document as unknown as Document
  const resolved = <Value extends object>(value: Value | Reference): Value =>
    '$ref' in value ? resolved(target(document, value.$ref) as Value) : value
  const operation = ({ parameters, responses, ...rest }: Operation): Operation => ({
    ...rest,
    ...(parameters && { parameters: parameters.map(resolved) }),
    responses: mapValues(responses, (reference) => {
      const response = resolved(reference)
      if (!response.headers) return response
      return { ...response, headers: mapValues(response.headers, (header) => resolved(header)) }
    }),
  })
  return { ...document, paths: mapValues(paths, (methods) => mapValues(methods, operation)) }
}

/** Resolves a reference within the document. Throws if it leads nowhere. */
export const target = (document: object, reference: string): object => {
  const found = reference
    .slice('#/'.length)
    .split('/')
    .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], document)
  if (found === undefined) throw new Error(`${reference} leads nowhere`)
  return found as object
}

const mapValues = <In, Out>(record: Record<string, In>, change: (value: In) => Out) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
