import type { Listing } from '@adoption-store/client'
import { h, icon } from './dom.ts'

type Photo = Listing['photos'][number]

const paw = 'M5 11h0M9 6h0M15 6h0M19 11h0M12 13c-2 0-5 4-4 5.5s2.5 0 4 0 3 1.5 4 0S14 13 12 13z'

/** The space of a photo, filled with its colour until it has loaded; a paw if there is none. */
export const photoFrame = (
  photo: Photo | undefined,
  { part, sizes, alt }: { part: string; sizes: string; alt: string },
): HTMLElement => {
  const frame = h('div', { part })
  if (!photo) {
    frame.append(icon(paw, 'paw'))
    return frame
  }
  frame.style.backgroundColor = averageColor(photo.placeholder)
  const { x = 0.5, y = 0.5 } = photo.focus ?? {}
  const webp = photo.variants.filter(({ format }) => format === 'webp')
  const image = h('img', {
    part: 'photo',
    alt,
    loading: 'lazy',
    decoding: 'async',
    sizes,
    srcset: webp.map(({ url, width }) => `${url} ${width}w`).join(', '),
    src: photo.variants[0]?.url,
  })
  image.style.objectPosition = `${x * 100}% ${y * 100}%`
  // A file that fails to load leaves its colour instead of a broken image.
  image.addEventListener('error', () => image.remove())
  frame.append(image)
  return frame
}

/** The average colour in a thumbhash. */
const averageColor = (placeholder: string): string => {
  try {
    const [a = 0, b = 0, c = 0] = [...atob(placeholder)].map((one) => one.charCodeAt(0))
    const head = a | (b << 8) | (c << 16)
    const light = (head & 63) / 63
    const yellow = ((head >> 6) & 63) / 31.5 - 1
    const red = ((head >> 12) & 63) / 31.5 - 1
    const blue = light - (2 / 3) * yellow
    const r = (3 * light - blue + red) / 2
    return `rgb(${[r, r - red, blue].map((one) => Math.round(Math.min(1, Math.max(0, one)) * 255)).join(' ')})`
  } catch {
    return ''
  }
}
