import { thumbHashToRGBA } from 'thumbhash'
import type { Photo } from '../../animals/photos/photo.ts'
import { recentlyUsed } from '../../platform/recently-used.ts'

/** Cached because cards are made again with each change of an animal, but photos stay the same. */
const MAX_GRADIENTS = 5_000
const gradients = recentlyUsed<string>(MAX_GRADIENTS)

/**
 * Returns a placeholder until a photo has loaded, as CSS for the photo's class: its colours, blurred to a gradient, and
 * its focus. This takes 100 bytes, and an image of the thumbhash would take thousands.
 */
export const photoRule = ({ id, placeholder, focus }: Photo): string => {
  const background = gradientOf(placeholder)
  const position = focus && `object-position:${percent(focus.x)} ${percent(focus.y)}`
  const declarations = [background && `background:${background}`, position].filter(Boolean)
  return declarations.length === 0 ? '' : `.p${id}{${declarations.join(';')}}`
}

const gradientOf = (placeholder: string): string => {
  const known = gradients.get(placeholder)
  if (known !== undefined) return known
  const made = readGradient(placeholder)
  gradients.set(placeholder, made)
  return made
}

/** Empty if the text is not a thumbhash, although all our photos have one. */
const readGradient = (placeholder: string): string => {
  try {
    const { w, h, rgba } = thumbHashToRGBA(Buffer.from(placeholder, 'base64'))
    const colorAt = (x: number, y: number) => {
      const at = (Math.floor(y * h) * w + Math.floor(x * w)) * 4
      return `#${Buffer.from(rgba.subarray(at, at + 3)).toString('hex')}`
    }
    return `linear-gradient(160deg,${colorAt(0.3, 0.1)},${colorAt(0.5, 0.5)},${colorAt(0.7, 0.9)})`
  } catch {
    return ''
  }
}

const percent = (part: number): string => `${Math.round(part * 100)}%`
