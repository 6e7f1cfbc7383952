import type { Photo } from '../../animals/photos/photo.ts'
import { shortened } from '../../animals/profiles/labels.ts'
import { type Html, html } from '../../platform/html.ts'

/** A page may have twenty photos, and must stay small. */
const MAX_ALT = 150

type Picture = {
  photo: Photo
  /** The alternative text, if the photo has none. */
  alt: string
  /** The width on the page, in the syntax of `sizes`. */
  sizes: string
  /** Wider renderings are not offered. */
  maxWidth: number
  /** Whether it is visible at once, and so loaded first and not lazily. */
  isFirst?: boolean
}

/** A photo with its renderings. It has its size, so that nothing moves when it loads. */
export const picture = ({ photo, alt, sizes, maxWidth, isFirst = false }: Picture): Html => {
  const webp = renderings(photo, 'webp', maxWidth)
  const jpeg = renderings(photo, 'jpeg', maxWidth)
  const plain = jpeg.find(({ width }) => width >= 640) ?? jpeg.at(-1)
  const srcset = webp.map(({ url, width }) => `${url} ${width}w`).join(', ')
  return html`<picture><source type="image/webp" srcset="${srcset}" sizes="${sizes}"><img class="p${photo.id}" src="${plain?.url ?? ''}" width="${photo.width}" height="${photo.height}" alt="${shortened(photo.alt ?? alt, MAX_ALT)}"${loading(isFirst)}></picture>`
}

const loading = (isFirst: boolean): Html => (isFirst ? html` fetchpriority="high"` : html` loading="lazy"`)

/** From narrow to wide; at least one. */
const renderings = ({ variants }: Photo, format: 'webp' | 'jpeg', maxWidth: number) => {
  const all = variants.filter((variant) => variant.format === format).sort((one, other) => one.width - other.width)
  const fitting = all.filter(({ width }) => width <= maxWidth)
  return fitting.length > 0 ? fitting : all.slice(0, 1)
}

/** The widest file of at most `maxWidth`, or else the narrowest. */
export const widestFile = (photo: Photo, format: 'webp' | 'jpeg', maxWidth: number) =>
  renderings(photo, format, maxWidth).at(-1)

/** The largest JPEG, which every program can read. */
export const largest = ({ variants }: Photo) =>
  variants
    .filter(({ format }) => format === 'jpeg')
    .reduce<Photo['variants'][number] | undefined>(
      (most, one) => (most && most.width >= one.width ? most : one),
      undefined,
    )

/** Needed once on each page that may show an animal without a photo. */
export const pawSymbol = html`<svg width="0" height="0" aria-hidden="true" class="symbols"><symbol id="paw" viewBox="0 0 32 32"><ellipse cx="6" cy="15" rx="3" ry="4"/><ellipse cx="12" cy="8" rx="3" ry="4.5"/><ellipse cx="20" cy="8" rx="3" ry="4.5"/><ellipse cx="26" cy="15" rx="3" ry="4"/><path d="M16 15c-5 0-9 6-9 10 0 5 6 3 9 3s9 2 9-3c0-4-4-10-9-10z"/></symbol></svg>`
