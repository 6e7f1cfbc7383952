import { hash } from 'node:crypto'
import type { Photo } from '../../animals/photos/photo.ts'
import { Html, html, type Shown } from '../../platform/html.ts'
import { largest } from './picture.html.ts'

/** What every page of the site shows. */
export type Look = {
  /** The name of the site. */
  name: string
  logo: { url: string; width: number; height: number } | undefined
  styles: string
  icon: string
  fonts: readonly string[]
  /** Whether the site is on, so that pages can link to it. */
  hasSite: boolean
}

export type PageContent = {
  title: string
  description?: string
  /** An absolute URL; left out if search engines should not index the page. */
  canonical?: string
  /** Whether search engines must not show it. */
  isHidden?: boolean
  /** How much of the address other servers receive. */
  referrer?: 'no-referrer' | 'same-origin' | undefined
  /** More elements of the head: Open Graph, feeds, structured data. */
  head?: Shown
  /** CSS for this page only. */
  css?: string
  /** The address of the next page of a list. */
  next?: string | undefined
  main: Shown
  /** Leaves out navigation and footer. */
  isBare?: boolean
  /** The start page if nothing is published: it has no sections to link to. */
  isFrontDoor?: boolean
}

export type Page = { html: string; headers: readonly string[] }

/** A whole page with its headers. */
export const page = (look: Look, content: PageContent): Page => ({
  html: html`${headOf(look, content)}${styleOf(content)}${mainOf(look, content)}${endOf(look, content)}`
    .text,
  headers: headersFor(content),
})

const styleOf = ({ css = '', next }: PageContent): Html =>
  html`${css !== '' && html`<style>${new Html(css)}</style>`}${next !== undefined && html`<link rel="next" href="${next}">`}`

const mainOf = (look: Look, { isBare = false, isFrontDoor = false, main }: PageContent): Html =>
  html`</head><body${isBare && html` class="bare"`}>
${!isBare && html`<a class="skip" href="#content">Skip to content</a>${bar(look, isFrontDoor)}`}
<main id="content">${main}`

const endOf = (look: Look, { isBare = false }: PageContent): Html =>
  html`</main>
${!isBare && footer(look)}
</body></html>
`

const headOf = (look: Look, content: PageContent): Html =>
  html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><link rel="stylesheet" href="${look.styles}">${look.fonts.map((font) => html`<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`)}<link rel="icon" href="${look.icon}" type="image/svg+xml">${aboutOf(content)}`

const aboutOf = ({ title, description, canonical, isHidden = false, head }: PageContent): Html =>
  html`<title>${title}</title>
${description !== undefined && html`<meta name="description" content="${description}">`}${canonical !== undefined && html`<link rel="canonical" href="${canonical}">`}${isHidden && html`<meta name="robots" content="noindex, follow">`}${head}`

const bar = ({ name, logo, hasSite }: Look, isFrontDoor: boolean): Html =>
  html`<header class="bar"><a class="brand" href="/">${logo && html`<img src="${logo.url}" width="${logo.width}" height="${logo.height}" alt="">`}<span dir="auto">${name}</span></a>${hasSite && html`<nav aria-label="Main"><a href="/adopt">Adopt</a>${!isFrontDoor && html`<a href="/#how">How it works</a><a href="/#visit">Visit us</a>`}</nav>`}</header>`

const footer = ({ name, hasSite }: Look): Html =>
  html`<footer class="foot"><p dir="auto">${name}</p><nav aria-label="More">${hasSite && html`<a href="/adopt">All animals</a><a href="/feeds/listings.atom">Feed</a>`}<a href="/docs">For developers</a><a href="/console">For staff</a></nav></footer>`

/** Allows no scripts, and only our own styles and those of this page. */
const headersFor = ({ css = '', referrer }: Pick<PageContent, 'css' | 'referrer'>): string[] => [
  'content-security-policy',
  [
    "default-src 'none'",
    `style-src 'self'${css === '' ? '' : ` 'sha256-${hash('sha256', css, 'base64')}'`}`,
    "img-src 'self'",
    "font-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  ...['x-frame-options', 'DENY'],
  ...['referrer-policy', referrer ?? 'strict-origin-when-cross-origin'],
]

type Preview = {
  site: string
  title: string
  description: string
  url: string
  origin: string
  photo?: Photo | undefined
  alt?: string
}

/** The preview of a link in messengers and social networks. */
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
