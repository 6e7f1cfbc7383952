import { encodeQR } from 'qr'
import { addressLine } from '../../animals/organizations/address-line.ts'
import type { Organization } from '../../animals/organizations/organization.ts'
import type { Photo } from '../../animals/photos/photo.ts'
import { excerpt } from '../../animals/profiles/description.ts'
import { ageOf, breedOf, shortened } from '../../animals/profiles/labels.ts'
import { Html, html } from '../../platform/html.ts'
import type { Language } from '../../platform/language.ts'
import type { ListedAnimal } from '../listings/listed-animal.ts'
import { factsOf } from './animal.html.ts'
import { kennelCardCss } from './kennel-card-css.ts'
import { headersFor, noPhoto, type Page, type SiteLook } from './layout.html.ts'
import { pawSymbol, widestFile } from './picture.html.ts'
import { photoRule } from './placeholder.ts'
import type { SiteTexts } from './texts/english.ts'

export type Card = {
  animal: Omit<ListedAnimal, 'organization' | 'publishedAtMs' | 'updatedAtMs' | 'shownUntilMs'>
  /** Undefined if the shelter has no public details. */
  organization: Organization | undefined
  /** The public page that the QR code leads to. Undefined if there is none, or if the animal is adopted. */
  url: string | undefined
  texts: SiteTexts
}

type CardsLook = Pick<SiteLook, 'faces' | 'fonts' | 'logo'>

type Sheets = {
  title: string
  language: Language
  /** Shown above the cards, and not printed. */
  hint?: Html
}

const CARDS_ON_SHEET = 2

/** Kennel cards to print, two on a sheet of A4 or Letter. The site and the console show the same. */
export const kennelCards = (look: CardsLook, cards: readonly Card[], { title, language, hint }: Sheets): Page => {
  const photos = cards.flatMap(({ animal }) => animal.photos.slice(0, 1))
  const css = look.faces + kennelCardCss + photos.map(photoRule).join('')
  const sheets = Array.from({ length: Math.ceil(cards.length / CARDS_ON_SHEET) }, (_, at) =>
    cards.slice(at * CARDS_ON_SHEET, (at + 1) * CARDS_ON_SHEET),
  )
  const page = html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex, follow">${look.fonts.map((font) => html`<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`)}<title>${title}</title><style>${new Html(css)}</style></head><body>${pawSymbol}${signSymbols}<main>${hint && html`<p class="hint">${hint}</p>`}${sheets.map((sheet) => html`<div class="sheet">${sheet.map((card) => kennelCard(look, card))}</div>`)}</main></body></html>
`
  return { html: page.text, headers: headersFor({ language }, { css }) }
}

const kennelCard = (look: CardsLook, card: Card): Html => {
  const { animal, organization, url, texts } = card
  const facts = factRows(card)
  const rows = rowsOf(facts) + (animal.name.length > LONG_NAME ? 2 : 0)
  const line = [breedOf(animal, texts.animals), ageOf(animal, texts.animals)].filter(Boolean)
  const story = animal.description && excerpt(animal.description, maxStory(rows))
  return html`<article class="card${rows > MAX_ROWS && ' full'}" lang="${texts.animals.language}" aria-label="${animal.name}"><div class="pic">${photoOf(card)}</div><div class="text"><h1 dir="auto" class="${sizeOf(animal.name)}">${animal.name}</h1><p class="breed"><bdi>${line.join(', ')}</bdi></p>${facts.length > 0 && html`<dl>${facts.map(({ name, value, isWhole }) => html`<div${isWhole && html` class="whole"`}><dt>${name}</dt><dd dir="auto">${value}</dd></div>`)}</dl>`}<div class="foot"><div class="left"><p class="story" dir="auto">${story}</p>${organization && shelter(look, organization)}<p class="id">${texts.card.number(animal.id)}</p></div>${codeOf(animal, url, texts)}</div></div></article>`
}

type FactRow = { name: string; value: Html | string; isWhole: boolean }

/** The most characters that fit half the width. */
const MAX_HALF = 20
const MAX_VALUE = 80

const factRows = ({ animal, organization, texts }: Card): FactRow[] => {
  const country = organization?.address.country ?? null
  const companions = (['children', 'dogs', 'cats'] as const).map(
    (one) => [texts.animals.companion[one], animal.goodWith[one]] as const,
  )
  const signs = (known: readonly (readonly [string, boolean | null])[], name: string) => {
    const list = known.flatMap(([one, is]) => (is === null ? [] : [sign(one, is, texts)]))
    return list.length === 0 ? [] : [{ name, value: html`<ul>${list}</ul>`, isWhole: true }]
  }
  const facts = factsOf({ ...animal, organization: { country } }, texts).map(([name, value]) => ({
    name,
    value: shortened(value, MAX_VALUE),
    isWhole: value.length > MAX_HALF,
  }))
  const trained = animal.houseTrained === null ? [] : [houseTrained(animal.houseTrained, texts)]
  const [whole = [], half = []] = [true, false].map((is) =>
    [...facts, ...trained].filter(({ isWhole }) => isWhole === is),
  )
  return [...half, ...whole, ...signs(companions, texts.animal.getsAlong)]
}

const houseTrained = (is: boolean, { animal, apply }: SiteTexts): FactRow => ({
  name: animal.houseTrained,
  value: is ? apply.yes : apply.no,
  isWhole: false,
})

const sign = (name: string, is: boolean, { animal }: SiteTexts): Html =>
  html`<li><svg viewBox="0 0 24 24" aria-hidden="true"><use href="#${is ? 'yes' : 'no'}"/></svg>${!is && html`<span class="hide">${animal.not} </span>`}${name}</li>`

/** Drawn, because a font without the characters would print boxes. */
const signSymbols = html`<svg width="0" height="0" aria-hidden="true" class="symbols"><symbol id="yes" viewBox="0 0 24 24"><circle cx="12" cy="12" r="11"/><path d="M7 12.500l3.500 3.500L17 8.500" fill="none" stroke="#fff" stroke-width="2.400"/></symbol><symbol id="no" viewBox="0 0 24 24"><circle cx="12" cy="12" r="10" fill="#fff" stroke="#000" stroke-width="2"/><path d="M8.500 8.500l7 7M15.500 8.500l-7 7" stroke="#000" stroke-width="2.400"/></symbol></svg>`

const rowsOf = (facts: readonly FactRow[]): number => {
  const whole = facts.filter(({ isWhole }) => isWhole).length
  return whole + Math.ceil((facts.length - whole) / 2)
}

/** With more rows of facts, or a long name above them, letters are smaller. */
const MAX_ROWS = 4

/** How many characters of the description have room. The style hides whole lines if a font is wider. */
const maxStory = (rows: number): number => Math.max(90, 430 - rows * 62)

/** Longer names take several lines. */
const LONG_NAME = 60

const sizeOf = ({ length }: string): string =>
  length > 140 ? 'xxl' : length > LONG_NAME ? 'xl' : length > 18 ? 'l' : length > 9 ? 'm' : ''

/** The widest file that a printer needs. */
const PHOTO_WIDTH = 1_280

const photoOf = ({ animal, texts }: Card): Html => {
  const photo: Photo | undefined = animal.photos[0]
  const file = photo && widestFile(photo, 'webp', PHOTO_WIDTH)
  if (!file) return noPhoto(texts)
  const alt = photo.alt ?? texts.layout.photoOf(animal.name)
  // Not lazy: what is not in view is printed too.
  return html`<img class="p${photo.id}" src="${file.url}" width="${file.width}" height="${file.height}" alt="${alt}">`
}

const shelter = ({ logo }: CardsLook, organization: Organization): Html =>
  html`<div class="home">${logo ? html`<img src="${logo.url}" alt="">` : html`<svg viewBox="0 0 32 32" aria-hidden="true"><use href="#paw"/></svg>`}<span><b dir="auto">${organization.name}</b>${[addressLine(organization), organization.phone].filter(Boolean).map((line) => html`<span dir="auto">${line}</span>`)}</span></div>`

/** The code of a longer URL could not be scanned. */
const MAX_URL = 300
const MAX_NAME = 18

const codeOf = (
  { name, status }: Card['animal'],
  url: string | undefined,
  { card, animals }: SiteTexts,
): Html | undefined => {
  if (status === 'sold') return html`<p class="state">${animals.status.sold}</p>`
  if (url === undefined || url.length > MAX_URL) return undefined
  return html`<div class="code">${qrCode(url, card.code)}<b dir="auto">${card.scan(shortened(name, MAX_NAME))}</b>${url}</div>`
}

/** Black on white, with the quiet zone that scanners need. */
const qrCode = (text: string, label: string): Html => {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 3 })
  const path = rows.map((row, y) => darkRuns(row, y)).join('')
  const size = rows.length
  return html`<svg viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges" role="img" aria-label="${label}"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path}" fill="#000"/></svg>`
}

const darkRuns = (row: readonly boolean[], y: number): string => {
  let path = ''
  for (let x = 0; x < row.length; x += 1) {
    if (!row[x]) continue
    const from = x
    while (row[x + 1]) x += 1
    const width = x + 1 - from
    path += `M${from} ${y}h${width}v1h-${width}z`
  }
  return path
}
