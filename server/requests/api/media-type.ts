import { weightsOf } from '../../platform/http/negotiation.ts'

/** Whether a client names a media type and prefers it to JSON (RFC 9110 section 12.5.1). */
export const prefersType = (accept: string | undefined, type: string): boolean => {
  if (accept === undefined) return false
  const weights = weightsOf(accept)
  const weight = weights.get(type) ?? 0
  return weight > 0 && weight >= (weights.get('application/json') ?? 0)
}

/** Whether a client prefers JSON to HTML. False if it accepts both equally, or has no preference. */
export const prefersJson = (accept: string | undefined): boolean => {
  if (accept === undefined) return false
  const weights = weightsOf(accept)
  const weightOf = (type: string, range: string): number =>
    weights.get(type) ?? weights.get(range) ?? weights.get('*/*') ?? 0
  return weightOf('application/json', 'application/*') > weightOf('text/html', 'text/*')
}
