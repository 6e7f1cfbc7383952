import {
  ageOf,
  breedOf,
  companionNames,
  distanceOf,
  isLongWaiting,
  waitOf,
} from '../../animals/profiles/labels.ts'
import { type Html, html } from '../../platform/html.ts'
import type { ListedAnimal } from '../listings/listed-animal.ts'
import { noPhoto, picture } from './picture.html.ts'
import { photoRule } from './placeholder.ts'
import { pathOf } from './slug.ts'

/** A part of a page, with the CSS for its photos. */
export type Fragment = { html: string; css: string }

const MAX_TAGS = 2
const SIZES = '(max-width: 560px) 46vw, 320px'

/** A card in a list. `isFirst` means that it is visible without scrolling. */
export const listingCard = (animal: ListedAnimal, nowMs: number, isFirst: boolean): Fragment => {
  const [photo] = animal.photos
  const alt = `Photo of ${animal.name}`
  const shown = photo ? picture({ photo, alt, sizes: SIZES, maxWidth: 640, isFirst }) : noPhoto
  const line = [breedOf(animal), ageOf(animal)].filter(Boolean).join(', ')
  const distance = distanceOf(animal)
  const card = html`<article class="card"><div class="pic">${shown}${mark(animal, nowMs)}</div><h3 dir="auto"><a href="${pathOf(animal)}">${animal.name}</a></h3><p><bdi>${line}</bdi></p>${distance && html`<p class="faint">${distance}</p>`}${tags(animal)}</article>`
  return { html: inOnePiece(card.text), css: photo ? photoRule(photo) : '' }
}

/** A string built by concatenation would be copied into each page piece by piece. */
const inOnePiece = (text: string): string => Buffer.from(text).toString()

const mark = (animal: ListedAnimal, nowMs: number): Html | undefined => {
  if (animal.status === 'pending') return html`<span class="pill hold">On hold</span>`
  if (!isLongWaiting(animal, nowMs)) return undefined
  return html`<span class="pill ok">Waiting ${waitOf(animal, nowMs)}</span>`
}

const tags = ({ goodWith, specialNeeds, bondedWith }: ListedAnimal): Html | undefined => {
  const facts = [
    ...(specialNeeds ? [html`<li class="tag">Special needs</li>`] : []),
    ...(bondedWith.length > 0 ? [html`<li class="tag">Bonded</li>`] : []),
    ...(['children', 'dogs', 'cats'] as const)
      .filter((one) => goodWith[one])
      .map((one) => html`<li class="tag good">${companionNames[one]}</li>`),
  ].slice(0, MAX_TAGS)
  return facts.length > 0 ? html`<ul class="tags">${facts}</ul>` : undefined
}
