/** What a header of content negotiation lists, in lower case, each with its weight (RFC 9110 section 12.4.2). */
export const weightsOf = (header: string): Map<string, number> =>
  new Map(header.toLowerCase().split(',').map(readItem))

/** A name and its weight: 1 when it has none, and 0, a refusal, when that is no weight. */
const readItem = (item: string): [string, number] => {
  const [name = '', ...parameters] = item.split(';').map((part) => part.trim())
  const written = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
  return [name, /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(written) ? Number(written) : 0]
}

/** How a body can be sent. */
export type Encoding = 'br' | 'gzip' | 'identity'

/** The smallest first. */
export const compressed: readonly Encoding[] = ['br', 'gzip']

/**
 * The encoding that a client likes best (RFC 9110 section 12.5.3), of equals the first that is offered. What it cannot be
 * given any other way is sent as it is.
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
