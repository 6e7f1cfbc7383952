type Schema = Record<string, unknown>

/**
 * A schema for agents, without references and custom keywords. Patterns are left out, because they cost more tokens
 * than they are worth, and errors explain the rule.
 */
export const publishedSchema = (node: unknown, shared: Readonly<Record<string, unknown>>): unknown => {
  if (Array.isArray(node)) return node.map((one) => publishedSchema(one, shared))
  if (node === null || typeof node !== 'object') return node
  const { $ref, $id: _id, pattern: _pattern, format, ...rest } = node as Schema
  if (typeof $ref === 'string')
    return publishedSchema({ ...(shared[$ref.replace('#', '')] as Schema), ...rest }, shared)
  const entries = Object.entries(rest).filter(([key]) => !key.startsWith('x-'))
  const plain = Object.fromEntries(entries.map(([key, value]) => [key, publishedPart(key, value, shared)]))
  return {
    ...(Array.isArray(rest.enum) && rest.type === undefined && { type: typeOf(rest.enum) }),
    ...plain,
    ...(format !== undefined && format !== 'int64' && { format }),
  }
}

const publishedPart = (key: string, value: unknown, shared: Readonly<Record<string, unknown>>): unknown => {
  if (key === 'description') return String(value).replace(OF_QUERIES, '')
  // A property may have the same name as a keyword.
  if (key === 'properties')
    return Object.fromEntries(
      Object.entries(value as Schema).map(([name, one]) => [name, publishedSchema(one, shared)]),
    )
  return publishedSchema(value, shared)
}

/** How a query has several values; JSON has lists. */
const OF_QUERIES = / (?:Several are repeated|Repeat it or separate several) ?(?:or separated)? ?by commas\.$/

const typeOf = (values: readonly unknown[]): unknown => {
  const types = [...new Set(values.map((value) => (value === null ? 'null' : typeof value)))]
  return types.length === 1 ? types[0] : types
}
