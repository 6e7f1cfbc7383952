/** How a body can be sent. */
export type Encoding = 'br' | 'gzip' | 'identity'

/** The smallest first. */
export const compressed: readonly Encoding[] = ['br', 'gzip']

/**
 * The encoding that a client likes best (RFC 9110 section 12.5.3), of equals the first that is offered. What it cannot be
 * given any other way is sent as it is.
 */
export const chooseEncoding = (acceptEncoding: string, offered = compressed): Encoding => {
  const weights = new Map(acceptEncoding.toLowerCase().split(',').map(readItem))
  const others = weights.get('*') ?? 0
  const plainWeight = weights.get('identity') ?? 0
  let [best, bestWeight]: [Encoding, number] = ['identity', 0]
  for (const encoding of offered) {
    const weight = weights.get(encoding) ?? others
    if (weight > bestWeight && weight >= plainWeight) [best, bestWeight] = [encoding, weight]
  }
  return best
}

/** A coding and its weight: 1 when it has none, and 0, a refusal, when that is no weight. */
const readItem = (item: string): [string, number] => {
  const [coding = '', ...parameters] = item.split(';').map((part) => part.trim())
  const written = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
  return [coding, /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(written) ? Number(written) : 0]
}
