/** Parses a content negotiation header into its lower-case items and their weights (RFC 9110 section 12.4.2). */
export const weightsOf = (header: string): Map<string, number> => new Map(header.toLowerCase().split(',').map(readItem))

/** Parses an item and its weight: 1 if it has none, and 0 (not acceptable) if the weight is invalid. */
const readItem = (item: string): [string, number] => {
  const [name = '', ...parameters] = item.split(';').map((part) => part.trim())
  const written = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
  return [name, /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(written) ? Number(written) : 0]
}

/** The encodings that a body can be sent in. */
export type Encoding = 'br' | 'gzip' | 'identity'

/** In the order of preference: the smallest result first. */
export const compressed: readonly Encoding[] = ['br', 'gzip']

/**
 * Chooses the encoding that a client prefers (RFC 9110 section 12.5.3); among equals, the first that is offered. If
 * none is acceptable, the body is sent unencoded.
 */
export const chooseEncoding = (acceptEncoding: string, offered = compressed): Encoding => {
  const weights = weightsOf(acceptEncoding)
  const others = weights.get('*') ?? 0
  const plainWeight = weights.get('identity') ?? 0
  let [best, bestWeight]: [Encoding, number] = ['identity', 0]
  for (const encoding of offered) {
    const weight = weights.get(encoding) ?? others
    if (weight > bestWeight && weight >= plainWeight) [best, bestWeight] = [encoding, weight]
  }
  return best
}
