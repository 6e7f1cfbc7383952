import { weightsOf } from './weights.ts'

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
