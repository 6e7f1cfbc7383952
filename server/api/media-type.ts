/** Whether a client likes a media type better than JSON (RFC 9110 section 12.5.1), and names it. */
export const prefersType = (accept: string | undefined, type: string): boolean => {
  if (accept === undefined) return false
  const weights = new Map(accept.toLowerCase().split(',').map(readRange))
  const weight = weights.get(type) ?? 0
  const plain = weights.get('application/json') ?? 0
  return weight > 0 && weight >= plain
}

const readRange = (range: string): [string, number] => {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim())
  const weight = Number(parameters.find((one) => one.startsWith('q='))?.slice(2) ?? '1')
  return [type, weight >= 0 && weight <= 1 ? weight : 0]
}
