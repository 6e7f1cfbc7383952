import type { Photo } from '../../animals/photos/photo.ts'
import { type Html, html } from '../../platform/html.ts'
import { largest } from './picture.html.ts'

type Preview = {
  site: string
  title: string
  description: string
  url: string
  origin: string
  photo?: Photo | undefined
  alt?: string
}

/** What messengers and social networks show of a link. */
export const openGraph = ({ site, title, description, url, origin, photo, alt }: Preview): Html => {
  const image = photo && largest(photo)
  const properties: [string, string | number | undefined][] = [
    ['og:type', 'website'],
    ['og:site_name', site],
    ['og:title', title],
    ['og:description', description],
    ['og:url', url],
    ['og:image', image && origin + image.url],
    ['og:image:width', image?.width],
    ['og:image:height', image?.height],
    ['og:image:alt', image && (photo.alt ?? alt)],
  ]
  const card = image ? 'summary_large_image' : 'summary'
  return html`${properties.map(([name, value]) => value !== undefined && html`<meta property="${name}" content="${value}">`)}<meta name="twitter:card" content="${card}">`
}
