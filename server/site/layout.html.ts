import { hash } from 'node:crypto'
import { Html, html, type Shown } from '../platform/html.ts'
import { type KeptText, keptText, type TextParts } from '../platform/http/text-parts.ts'

/** What every page of the site shows. */
export type Look = {
  /** Of the site. */
  name: string
  logo: { url: string; width: number; height: number } | undefined
  styles: string
  icon: string
  fonts: readonly string[]
  /** Whether there is a site to lead to. */
  hasSite: boolean
}

export type PageContent = {
  title: string
  description?: string
  /** Absolute; left out where no search engine is to remember the page. */
  canonical?: string
  /** Whether search engines may show it. */
  isHidden?: boolean
  /** What other servers are told of the address. */
  referrer?: 'no-referrer' | 'same-origin' | undefined
  /** More of the head: Open Graph, feeds, structured data. */
  head?: Shown
  /** Rules of CSS for this page alone. */
  css?: string
  main: Shown
  /** Without navigation and footer. */
  isBare?: boolean
  /** The start page where nothing is published: it has none of the sections that others lead to. */
  isFrontDoor?: boolean
}

export type Page = { html: TextParts; headers: readonly string[] }

/** A whole page with the headers that belong to it. */
export const page = (look: Look, content: PageContent): Page => ({
  html: topOf(look, content) + endOf(look, content),
  headers: headersFor(content),
})

/** A page but for what stands at one place of it. */
export type Frame = { before: KeptText; after: KeptText; headers: readonly string[] }

export const frame = (look: Look, content: PageContent & { after: Html }): Frame => ({
  before: keptText(topOf(look, content)),
  after: keptText(content.after.text + endOf(look, content)),
  headers: headersFor(content),
})

export const framed = ({ before, after, headers }: Frame, own: Html): Page => ({
  ...{ html: [before, own.text, after], headers },
})

const topOf = (look: Look, content: PageContent): string => {
  const { css = '', isBare = false, isFrontDoor = false } = content
  return html`${startOf(look)}${css !== '' && html`<style>${new Html(css)}</style>`}${headOf(content)}</head><body${isBare && html` class="bare"`}>
${!isBare && html`<a class="skip" href="#content">Skip to content</a>${bar(look, isFrontDoor)}`}
<main id="content">${content.main}`.text
}

const endOf = (look: Look, { isBare = false }: PageContent): string =>
  html`</main>
${!isBare && footer(look)}
</body></html>
`.text

const startOf = (look: Look): Html =>
  html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><link rel="stylesheet" href="${look.styles}">${look.fonts.map((font) => html`<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`)}<link rel="icon" href="${look.icon}" type="image/svg+xml">`

const headOf = ({ title, description, canonical, isHidden = false, head }: PageContent): Html =>
  html`<title>${title}</title>
${description !== undefined && html`<meta name="description" content="${description}">`}${canonical !== undefined && html`<link rel="canonical" href="${canonical}">`}${isHidden && html`<meta name="robots" content="noindex, follow">`}${head}`

const bar = ({ name, logo, hasSite }: Look, isFrontDoor: boolean): Html =>
  html`<header class="bar"><a class="brand" href="/">${logo && html`<img src="${logo.url}" width="${logo.width}" height="${logo.height}" alt="">`}<span dir="auto">${name}</span></a>${hasSite && html`<nav aria-label="Main"><a href="/adopt">Adopt</a>${!isFrontDoor && html`<a href="/#how">How it works</a><a href="/#visit">Visit us</a>`}</nav>`}</header>`

const footer = ({ name, hasSite }: Look): Html =>
  html`<footer class="foot"><p dir="auto">${name}</p><nav aria-label="More">${hasSite && html`<a href="/adopt">All animals</a><a href="/feeds/listings.atom">Feed</a>`}<a href="/docs">For developers</a><a href="/console">For staff</a></nav></footer>`

/** No script at all, and no styles but ours and those of this very page. */
const headersFor = ({ css = '', referrer }: PageContent): string[] => [
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
