import { thumbHashToRGBA } from 'thumbhash'
import type { Photo } from '../../animals/photos/photo.ts'
import { recentlyUsed } from '../../platform/recently-used.ts'

/** A card is made anew with each change of its animal, and the photo stays. */
const MAX_GRADIENTS = 5_000
const gradients = recentlyUsed<string>(MAX_GRADIENTS)

/**
 * What is shown until a photo is there, as a rule of CSS for the photo's own class: its colours, blurred to a gradient, and
 * the point to keep in view. Some 100 bytes, where a picture of a thumbhash would take thousands.
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

/** Nothing for what is no thumbhash, as every photo of ours has one. */
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
