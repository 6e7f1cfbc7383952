import { type Read, readLine, textOf, Unreadable } from './animal-fields.ts'

export type ReadBreed = { primary?: string; secondary?: string; mixed?: boolean }

const MIX_ALONE =
  /^\(?(?:mix|mixed|mixed breed|mixed-breed|cross|crossbreed|cross breed|crossbred)\)?$/i
/** Some programs use `Mixed Breed, Medium` as a breed. */
const MIXED_BREED = /^mixed breed\b./i
const MIX_BEHIND = /(?<![\s,/-])[\s,/-]+\(?(?:mix|mixed|cross|crossbreed|x)\)?$/i
const BETWEEN_BREEDS = / ?\/ ?| & | x /i

/** `Labrador Retriever / Poodle Mix`, `Retriever, Labrador`. An animal is a mix only if the text says so. */
export const readBreed: Read = (value, circumstances): ReadBreed | undefined => {
  // `readLine` returns a text.
  const text = readLine(value, circumstances) as string | undefined
  if (text === undefined) return undefined
  const items = itemsOf(text.trim().replaceAll(/\s+/g, ' '))
  const named = items.flatMap(({ breed }) => breed ?? [])
  if (named.length > 2) throw new Unreadable('has more than two breeds')
  const [primary, secondary] = named
  return {
    ...(primary !== undefined && { primary }),
    ...(secondary !== undefined && { secondary }),
    ...(items.some(({ isMix }) => isMix) && { mixed: true }),
  }
}

type Item = { breed?: string; isMix: boolean }

const itemsOf = (text: string): Item[] => {
  const parts = text.split(BETWEEN_BREEDS).filter((part) => part !== '')
  return parts.flatMap((part) => {
    if (MIXED_BREED.test(part)) return [itemOf(part)]
    const listed = commaItems(part)
    return listed.some((item) => MIX_ALONE.test(item)) && listed.length > 1
      ? listed.map(itemOf)
      : [itemOf(part)]
  })
}

const itemOf = (text: string): Item => {
  if (MIXED_BREED.test(text)) return { breed: text, isMix: true }
  if (MIX_ALONE.test(text)) return { isMix: true }
  const plain = text.replace(MIX_BEHIND, '')
  // `Unknown mix` contains no breed.
  if (textOf(plain) === undefined) return { isMix: plain !== text }
  return { breed: commaItems(plain).toReversed().join(' '), isMix: plain !== text }
}

/** Splits at commas outside of brackets. */
const commaItems = (text: string): string[] =>
  text
    .split(/,(?![^()]*\))/)
    .map((item) => item.trim())
    .filter((item) => item !== '')
