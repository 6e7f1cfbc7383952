import { weightsOf } from '../../platform/http/negotiation.ts'

/** Whether a client likes a media type better than JSON (RFC 9110 section 12.5.1), and names it. */
export const prefersType = (accept: string | undefined, type: string): boolean => {
  if (accept === undefined) return false
  const weights = weightsOf(accept)
  const weight = weights.get(type) ?? 0
  return weight > 0 && weight >= (weights.get('application/json') ?? 0)
}

/** Whether a client likes JSON better than HTML. One that accepts both alike, or says nothing, does not. */
export const prefersJson = (accept: string | undefined): boolean => {
  if (accept === undefined) return false
  const weights = weightsOf(accept)
  const weightOf = (type: string, range: string): number =>
    weights.get(type) ?? weights.get(range) ?? weights.get('*/*') ?? 0
  return weightOf('application/json', 'application/*') > weightOf('text/html', 'text/*')
}
