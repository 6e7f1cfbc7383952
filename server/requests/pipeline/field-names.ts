/** The names of all properties in schemas, including those that they refer to by `$ref`. */
export const fieldNames = (
  schemas: readonly unknown[],
  shared: Readonly<Record<string, unknown>>,
): ReadonlySet<string> => {
  const names = new Set<string>()
  const seen = new Set<object>()
  const add = (node: unknown): void => {
    if (node === null || typeof node !== 'object' || seen.has(node)) return
    seen.add(node)
    if ('properties' in node && node.properties !== null && typeof node.properties === 'object')
      for (const name of Object.keys(node.properties)) names.add(name)
    if ('$ref' in node && typeof node.$ref === 'string') add(shared[node.$ref.replace('#', '')])
    for (const inner of Object.values(node)) add(inner)
  }
  for (const schema of schemas) add(schema)
  return names
}
