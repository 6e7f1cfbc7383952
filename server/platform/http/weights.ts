/** What a header of content negotiation lists, in lower case, each with its weight (RFC 9110 section 12.4.2). */
export const weightsOf = (header: string): Map<string, number> =>
  new Map(header.toLowerCase().split(',').map(readItem))

/** A name and its weight: 1 when it has none, and 0, a refusal, when that is no weight. */
const readItem = (item: string): [string, number] => {
  const [name = '', ...parameters] = item.split(';').map((part) => part.trim())
  const written = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
  return [name, /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(written) ? Number(written) : 0]
}
