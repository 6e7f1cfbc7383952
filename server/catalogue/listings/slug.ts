import { parseInt64 } from '../../platform/http/int64.ts'
import type { ListedAnimal } from './listed-animal.ts'

const MAX_SLUG = 60

/** The path of an animal's page: `/adopt/12-senor-bigotes`. */
export const pathOf = ({ id, name }: Pick<ListedAnimal, 'id' | 'name'>): string => {
  const slug = slugOf(name)
  return `/adopt/${id}${slug && `-${encodeURIComponent(slug)}`}`
}

/** The address of an animal's page on paper: without the name, which may change. */
export const shortUrl = (origin: string, id: bigint): string => `${origin}/adopt/${id}`

/** The id in a path: `12-biscuit` is 12. */
export const idIn = (name: string): bigint | undefined => parseInt64(name.split('-', 1)[0] ?? '')

/** Letters and digits of any script, without accents. */
const slugOf = (name: string): string =>
  name
    .slice(0, MAX_SLUG)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, MAX_SLUG)
    .replace(/^-|-$/g, '')
    // The cut may have split a surrogate pair.
    .toWellFormed()
    .replaceAll('\uFFFD', '')

/** The path of the form to apply for an animal. */
export const applyPath = (animal: Parameters<typeof pathOf>[0]): string => `${pathOf(animal)}/apply`
