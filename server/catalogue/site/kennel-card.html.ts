import { encodeQR } from 'qr'
import { excerpt } from '../../animals/profiles/description.ts'
import { ageOf, breedOf } from '../../animals/profiles/labels.ts'
import { fill, type Html, html } from '../../platform/html.ts'
import { type AnimalView, factsOf, headingClass } from './animal.html.ts'
import { type Look, noPhoto, type Page, page } from './layout.html.ts'
import { pawSymbol, picture } from './picture.html.ts'
import { photoRule } from './placeholder.ts'
import { pathOf } from './slug.ts'

const MAX_STORY = 420
/** The most characters that fit half the width. */
const MAX_HALF = 18
/** The code of a longer URL could not be scanned. */
const MAX_URL = 300

/** A sheet to print and hang at the kennel: the answers to common questions, and a code for the animal's page. */
export const kennelCard = (look: Look, view: AnimalView): Page => {
  const { animal, organization, origin } = view
  const { texts, link } = look
  const [photo] = animal.photos
  // Without the name, which may change while the card hangs there.
  const url = `${origin}/adopt/${animal.id}`
  const sizes = '(max-width: 560px) 92vw, 300px'
  const shown = photo
    ? picture({
        photo,
        alt: texts.layout.photoOf(animal.name),
        sizes,
        maxWidth: 1_280,
        isFirst: true,
      })
    : noPhoto(texts)
  const line = [breedOf(animal, texts.animals), ageOf(animal, texts.animals)]
    .filter(Boolean)
    .join(', ')
  const good = (['children', 'dogs', 'cats'] as const).flatMap((one) =>
    animal.goodWith[one] === null
      ? []
      : [`${animal.goodWith[one] ? '✓' : '✕'} ${texts.animals.companion[one]}`],
  )
  const facts = [
    ...(good.length > 0 ? [[texts.animal.getsAlong, good.join('\u2003')]] : []),
    ...factsOf(animal, texts),
  ]
  return page(look, {
    title: `${texts.card.title(animal.name)} - ${look.name}`,
    isHidden: true,
    isBare: true,
    css: photo ? photoRule(photo) : '',
    main: html`${pawSymbol}<article class="kennel"><div class="top"><div class="pic">${shown}</div><div><h1 dir="auto" class="${headingClass(animal.name)}">${animal.name}</h1><p class="sub"><bdi>${line}</bdi></p><dl class="facts">${facts.map(([name, value = '']) => html`<div${value.length > MAX_HALF && html` class="whole"`}><dt>${name}</dt><dd dir="auto">${value}</dd></div>`)}</dl></div></div>${animal.description && html`<p class="sub" dir="auto">${excerpt(animal.description, MAX_STORY)}</p>`}<div class="end">${url.length <= MAX_URL && qrCode(url, texts.card.code)}<div><b>${fill(texts.card.scan, html`<bdi>${animal.name}</bdi>`)}</b><p>${texts.card.number(animal.id)}${organization && html`, <bdi>${organization.name}</bdi>`}</p><p class="faint">${url}</p></div></div></article><p class="hint">${fill(texts.card.print, html`<a href="${link(pathOf(animal))}">${texts.card.back}</a>`)}</p>`,
  })
}

/** Black on white in either theme, with the quiet zone that scanners need. */
const qrCode = (text: string, label: string): Html => {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 3 })
  const path = rows
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
    .join('')
  const size = rows.length
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges" role="img" aria-label="${label}"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path}" fill="#000"/></svg>`
}
