import { ageOf, breedOf, distanceOf, isLongWaiting, waitOf } from '../../animals/profiles/labels.ts'
import { type Html, html } from '../../platform/html.ts'
import type { ListedAnimal } from '../listings/listed-animal.ts'
import { pathOf } from '../listings/slug.ts'
import { noPhoto } from './layout.html.ts'
import type { PageLanguage } from './page-language.ts'
import { picture } from './picture.html.ts'
import { photoRule } from './placeholder.ts'
import type { SiteTexts } from './texts/english.ts'

/** A part of a page, with the CSS for its photos. */
export type Fragment = { html: string; css: string }

const MAX_TAGS = 2
const SIZES = '(max-width: 560px) 46vw, 320px'

type CardContext = { nowMs: number; isFirst: boolean; page: PageLanguage }

/** A card in a list. `isFirst` means that it is visible without scrolling. */
export const listingCard = (animal: ListedAnimal, { nowMs, isFirst, page: { texts, link } }: CardContext): Fragment => {
  const [photo] = animal.photos
  const alt = texts.layout.photoOf(animal.name)
  const shown = photo ? picture({ photo, alt, sizes: SIZES, maxWidth: 640, isFirst }) : noPhoto(texts)
  const line = [breedOf(animal, texts.animals), ageOf(animal, texts.animals)].filter(Boolean).join(', ')
  const distance = distanceOf(animal, texts.animals)
  const card = html`<article class="card"><div class="pic">${shown}${mark(animal, nowMs, texts)}</div><h3 dir="auto"><a href="${link(pathOf(animal))}">${animal.name}</a></h3><p><bdi>${line}</bdi></p>${distance && html`<p class="faint">${distance}</p>`}${tags(animal, texts)}</article>`
  return { html: inOnePiece(card.text), css: photo ? photoRule(photo) : '' }
}

/** A string built by concatenation would be copied into each page piece by piece. */
const inOnePiece = (text: string): string => Buffer.from(text).toString()

const mark = (animal: ListedAnimal, nowMs: number, texts: SiteTexts): Html | undefined => {
  if (animal.status === 'pending') return html`<span class="pill hold">${texts.animals.status.pending}</span>`
  if (!isLongWaiting(animal, nowMs)) return undefined
  const wait = waitOf(animal, nowMs, texts.animals)
  return wait === undefined ? undefined : html`<span class="pill ok">${texts.list.waiting(wait)}</span>`
}

const tags = (
  { goodWith, specialNeeds, bondedWith }: ListedAnimal,
  { animals, filter, list }: SiteTexts,
): Html | undefined => {
  const facts = [
    ...(specialNeeds ? [html`<li class="tag">${filter.specialNeeds}</li>`] : []),
    ...(bondedWith.length > 0 ? [html`<li class="tag">${list.bonded}</li>`] : []),
    ...(['children', 'dogs', 'cats'] as const)
      .filter((one) => goodWith[one])
      .map((one) => html`<li class="tag good">${animals.companion[one]}</li>`),
  ].slice(0, MAX_TAGS)
  return facts.length > 0 ? html`<ul class="tags">${facts}</ul>` : undefined
}
