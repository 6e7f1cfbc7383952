import { hash } from 'node:crypto'
import type { Photo } from '../../animals/photos/photo.ts'
import { Html, type HtmlContent, html } from '../../platform/html.ts'
import { inLanguage, languageNames, languages } from '../../platform/language.ts'
import type { PageLanguage } from './page-language.ts'
import { largest } from './picture.html.ts'
import type { SiteTexts } from './texts/english.ts'

/** The content of every page of the site, in one language. */
export type Look = PageLanguage & SiteLook

/** The content of pages in every language. */
export type SiteLook = {
  /** The name of the site. */
  name: string
  logo: { url: string; width: number; height: number } | undefined
  styles: string
  icon: string
  fonts: readonly string[]
  /** The rules that load the fonts, for pages that do not load `styles`. */
  faces: string
  /** Whether the site is on, so that pages can link to it. */
  hasSite: boolean
}

export type PageContent = {
  title: string
  description?: string
  /** The absolute URL that chooses no language; left out if search engines should not index the page. */
  canonical?: string
  /** The address that links to other languages begin with, if they must keep its query. */
  address?: string
  /** Whether search engines must not show it. */
  isHidden?: boolean
  /** How much of the address other servers receive. */
  referrer?: 'no-referrer' | 'same-origin' | undefined
  /** More elements of the head: Open Graph, feeds, structured data. */
  head?: HtmlContent
  /** CSS for this page only. */
  css?: string
  /** The address of the next page of a list. */
  next?: string | undefined
  main: HtmlContent
  /** Whether nothing is published: the start page then has no sections to link to. */
  isFrontDoor?: boolean
}

export type Page = { html: string; headers: readonly string[] }

/** A whole page with its headers. */
export const page = (look: Look, content: PageContent): Page => ({
  html: html`${headOf(look, content)}${styleOf(content)}${mainOf(look, content)}${endOf(look, content)}`.text,
  headers: headersFor(look, content),
})

const styleOf = ({ css = '', next }: PageContent): Html =>
  html`${css !== '' && html`<style>${new Html(css)}</style>`}${next !== undefined && html`<link rel="next" href="${next}">`}`

const mainOf = (look: Look, { isFrontDoor = false, main }: PageContent): Html =>
  html`</head><body>
<a class="skip" href="#content">${look.texts.layout.skip}</a>${bar(look, isFrontDoor)}
<main id="content">${main}`

const endOf = (look: Look, content: PageContent): Html =>
  html`</main>
${footer(look, content)}
</body></html>
`

const headOf = (look: Look, content: PageContent): Html =>
  html`<!doctype html>
<html lang="${look.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><link rel="stylesheet" href="${look.styles}">${look.fonts.map((font) => html`<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`)}<link rel="icon" href="${look.icon}" type="image/svg+xml">${aboutOf(look, content)}`

const aboutOf = (look: Look, content: PageContent): Html => {
  const { title, description, canonical, isHidden = false, head } = content
  return html`<title>${title}</title>
${description !== undefined && html`<meta name="description" content="${description}">`}${canonical !== undefined && html`<link rel="canonical" href="${look.link(canonical)}">${!isHidden && alternates(canonical)}`}${isHidden && html`<meta name="robots" content="noindex, follow">`}${head}`
}

/** The page in the other languages, for search engines. */
const alternates = (url: string): Html =>
  html`${languages.map((one) => html`<link rel="alternate" hreflang="${one}" href="${inLanguage(url, one)}">`)}<link rel="alternate" hreflang="x-default" href="${url}">`

const bar = (look: Look, isFrontDoor: boolean): Html => {
  const { name, logo, hasSite, link } = look
  const { adopt, how, visit, mainMenu, language } = look.texts.layout
  return html`<header class="bar"><a class="brand" href="${link('/')}">${logo && html`<img src="${logo.url}" width="${logo.width}" height="${logo.height}" alt="">`}<span dir="auto">${name}</span></a>${hasSite && html`<nav aria-label="${mainMenu}"><a href="${link('/adopt')}">${adopt}</a>${!isFrontDoor && html`<a href="${link('/#how')}">${how}</a><a href="${link('/#visit')}">${visit}</a>`}</nav>`}<a class="speak" href="#languages"><span class="hide">${language}: </span>${languageNames[look.language]}</a></header>`
}

const footer = (
  { name, hasSite, link, language, texts, isMachineTranslated }: Look,
  { address }: PageContent,
): Html => {
  const { layout } = texts
  return html`<footer class="foot"><p dir="auto">${name}</p><nav aria-label="${layout.footer}">${hasSite && html`<a href="${link('/adopt')}">${layout.allAnimals}</a><a href="${link('/feeds/listings.atom')}">${layout.feed}</a>`}<a href="/docs">${layout.developers}</a><a href="/console">${layout.staff}</a></nav><nav class="languages" id="languages" aria-label="${layout.language}">${languages.map((one) => html`<a href="${inLanguage(address ?? '', one)}" lang="${one}" hreflang="${one}" rel="nofollow"${one === language && html` aria-current="true"`}>${languageNames[one]}</a>`)}</nav>${isMachineTranslated && html`<p class="translated">${layout.machineTranslated}</p>`}</footer>`
}

/** Allows no scripts, and only our own styles and those of this page. */
export const headersFor = (
  { language }: Pick<Look, 'language'>,
  { css = '', referrer }: Pick<PageContent, 'css' | 'referrer'>,
): string[] => [
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
  'content-language',
  language,
  'vary',
  'accept-language',
  'x-frame-options',
  'DENY',
  'referrer-policy',
  referrer ?? 'strict-origin-when-cross-origin',
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

/** Shown in place of a photo. */
export const noPhoto = ({ layout }: Pick<SiteTexts, 'layout'>): Html =>
  html`<svg class="none" viewBox="0 0 100 125" preserveAspectRatio="xMidYMid slice" role="img" aria-label="${layout.noPhoto}"><use href="#paw" x="30" y="42" width="40" height="40"/></svg>`
