import type { Organization } from '../../animals/organizations/organization.ts'
import { prose } from '../../animals/profiles/description.ts'
import {
  ageOf,
  breedOf,
  coatNames,
  companionNames,
  feeOf,
  pronounsOf,
  sexNames,
  shortened,
  sizeNames,
  speciesNames,
  statusNames,
  waitOf,
  weightOf,
} from '../../animals/profiles/labels.ts'
import { type Html, html } from '../../platform/html.ts'
import type { ListedAnimal } from '../listings/listed-animal.ts'
import { type Look, openGraph, type Page, page } from './layout.html.ts'
import { letter, organizationPlace, telephone } from './organization.html.ts'
import { noPhoto, pawSymbol, picture } from './picture.html.ts'
import { photoRule } from './placeholder.ts'
import { pathOf } from './slug.ts'
import { animalData, structuredData, summaryOf, trailData } from './structured-data.ts'

export type AnimalView = {
  animal: ListedAnimal
  organization: Organization | undefined
  /** Published animals that must be adopted together with it. */
  bonded: readonly ListedAnimal[]
  nowMs: number
  origin: string
}

export const animalPage = (look: Look, view: AnimalView): Page => {
  const { animal, organization, origin } = view
  const url = origin + pathOf(animal)
  const isAdopted = animal.status === 'sold'
  const title = `${isAdopted ? `${animal.name} has been adopted` : `Adopt ${animal.name}`}, ${breedOf(animal)} - ${look.name}`
  const description = isAdopted ? `${animal.name} has found a home.` : summaryOf(animal)
  const kind = animal.species ? speciesNames[animal.species].many : 'Animals'
  const trail: [string, string][] = [
    ['Adopt', `${origin}/adopt`],
    [kind, `${origin}${kindPath(animal)}`],
    [animal.name, url],
  ]
  const preview = { site: look.name, title, description, url, origin, photo: animal.photos[0] }
  return page(look, {
    title,
    description,
    canonical: url,
    isHidden: isAdopted,
    head: html`${openGraph({ ...preview, alt: `Photo of ${animal.name}` })}${structuredData(trailData(trail), animalData(animal, organization, origin))}`,
    css: animal.photos.map(photoRule).join(''),
    main: html`${pawSymbol}<nav class="trail" aria-label="Breadcrumb"><a href="/adopt">Adopt</a> / <a href="${kindPath(animal)}">${kind}</a></nav><div class="page">${shots(animal)}${side(view)}${story(view)}</div>`,
  })
}

const kindPath = ({ species }: ListedAnimal): string =>
  species ? `/adopt?species=${species}` : '/adopt'

/** The first photo is large; each links to the whole photo. */
const shots = (animal: ListedAnimal): Html => {
  const { photos, name } = animal
  if (photos.length === 0) return html`<div class="shots"><div>${noPhoto}</div></div>`
  const shown = photos.map((photo, at) => {
    const sizes = at === 0 ? '(max-width: 860px) 92vw, 52vw' : '(max-width: 860px) 46vw, 26vw'
    const alt = at === 0 ? `Photo of ${name}` : `Photo ${at + 1} of ${name}`
    const whole = photo.variants.at(-1)?.url ?? ''
    const drawn = picture({
      photo,
      alt,
      sizes,
      maxWidth: at === 0 ? 2_048 : 1_280,
      isFirst: at === 0,
    })
    return html`<a href="${whole}">${drawn}</a>`
  })
  return html`<div class="shots${photos.length > 3 && ' many'}">${shown}</div>`
}

const side = (view: AnimalView): Html => {
  const { animal, organization, nowMs } = view
  const tone = { available: 'ok', pending: 'hold', sold: '' }[animal.status]
  // Adopted animals need no details for choosing one, and no buttons for sharing.
  const isOffered = animal.status !== 'sold'
  const wait = isOffered && waitOf(animal, nowMs)
  const line = [breedOf(animal), ageOf(animal), wait && `waiting for ${wait}`].filter(Boolean)
  return html`<aside class="side" aria-label="About ${animal.name}"><span class="pill ${tone}">${statusNames[animal.status]}</span><h1 dir="auto" class="${headingClass(animal.name)}">${animal.name}</h1><p class="sub"><bdi>${line.join(', ')}</bdi></p>${isOffered && goodWith(animal)}${actions(view)}${facts(animal)}${organization && organizationPlace(organization)}${isOffered && html`<p class="quiet"><a href="${pathOf(animal)}/card">Print a kennel card</a></p>`}</aside>`
}

/** Long names get smaller letters, so that the heading stays short. */
export const headingClass = (name: string): string =>
  name.length > 60 ? 'longer' : name.length > 18 ? 'long' : ''

const goodWith = ({ goodWith, houseTrained }: ListedAnimal): Html | undefined => {
  const known = [
    ...(['children', 'dogs', 'cats'] as const).map(
      (one) => [companionNames[one], goodWith[one]] as const,
    ),
    ['House-trained', houseTrained] as const,
  ].filter(([, is]) => is !== null)
  if (known.length === 0) return undefined
  return html`<ul class="with" aria-label="Gets along with">${known.map(([name, is]) => (is ? html`<li><span aria-hidden="true">✓</span>${name}</li>` : html`<li class="n"><span aria-hidden="true">✕</span><span class="hide">Not: </span>${name}</li>`))}</ul>`
}

const actions = ({ animal, organization, origin }: AnimalView): Html => {
  const { name, id, status } = animal
  const url = origin + pathOf(animal)
  if (status === 'sold') {
    return html`<p class="sub">${name} has found a home. Others are still waiting for one.</p><div class="acts"><a class="btn primary big" href="/adopt">Meet the others</a></div>`
  }
  const share = `mailto:?subject=${encodeURIComponent(`Meet ${short(name)}`)}&body=${encodeURIComponent(url)}`
  const ask = askAbout(name, id, organization, url)
  const note =
    status === 'pending'
      ? `${short(name)} is on hold for somebody. Apply all the same: it may not work out.`
      : 'It takes about ten minutes, and you need no account.'
  return html`<div class="acts"><a class="btn primary big" href="${pathOf(animal)}/apply">Apply to adopt</a>${ask && html`<a class="btn big" href="${ask}">Ask</a>`}<a class="btn big" href="${share}">Share</a></div><p class="faint">${note}</p>`
}

const askAbout = (
  name: string,
  id: bigint,
  organization: Organization | undefined,
  url: string,
): string | undefined => {
  const { email, phone, website } = organization ?? {}
  if (email)
    return letter(
      email,
      `${short(name)} (no. ${id})`,
      `Hello,\n\nI would like to meet ${short(name)}: ${url}\n\n`,
    )
  return phone ? telephone(phone) : website
}

/** Shortened to fit a button. */
const short = (name: string): string => shortened(name, 18)

const facts = (animal: ListedAnimal): Html | undefined => {
  const rows = factsOf(animal)
  if (rows.length === 0) return undefined
  return html`<dl class="facts">${rows.map(([name, value]) => html`<div${value.length > 60 && html` class="whole"`}><dt>${name}</dt><dd dir="auto">${value}</dd></div>`)}</dl>`
}

export const factsOf = (animal: ListedAnimal): [name: string, value: string][] => {
  const { sex, size, coat, colors, specialNeeds, vaccinated, declawed } = animal
  const neutered = animal.spayedNeutered === null ? undefined : neuteredText(animal)
  const rows: [string, (string | false | null | undefined)[]][] = [
    ['Sex', [sex && sexNames[sex], sex ? neutered?.toLowerCase() : neutered]],
    ['Size', [size && sizeNames[size], weightOf(animal)]],
    [coatTitle(animal), [coat && coatNames[coat], colors.length > 0 && list(colors)]],
    ['Adoption fee', [feeOf(animal)]],
    [
      'Health',
      [
        vaccinated !== null && (vaccinated ? 'Vaccinated' : 'Not vaccinated yet'),
        declawed && 'declawed',
      ],
    ],
    ['Special needs', [specialNeeds]],
  ]
  return rows.flatMap(([name, values]) => {
    const text = values.filter(Boolean).join(', ')
    return text === '' ? [] : [[name, text] as [string, string]]
  })
}

const coatTitle = ({ coat, colors }: ListedAnimal): string => {
  if (coat) return 'Coat'
  return colors.length > 1 ? 'Colours' : 'Colour'
}

const neuteredText = ({ sex, spayedNeutered }: ListedAnimal): string => {
  const word = sex === 'female' ? 'spayed' : 'neutered'
  return spayedNeutered ? word[0]?.toUpperCase() + word.slice(1) : `Not ${word}`
}

const list = (texts: readonly string[]): string =>
  texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`

const story = ({ animal, bonded, organization }: AnimalView): Html => {
  const { description, tags, videos } = animal
  const { their } = pronounsOf(animal)
  const heading = `${their[0]?.toUpperCase()}${their.slice(1)} story`
  return html`<section class="story">${description && html`<h2>${heading}</h2><div class="prose" dir="auto">${prose(description)}</div>`}${bonded.length > 0 && html`<p class="quiet">Comes together with ${bonded.map((one, at) => html`${at > 0 && ' and '}<a href="${pathOf(one)}"><bdi>${one.name}</bdi></a>`)}</p>`}${videos.length > 0 && html`<p class="quiet">${videos.map((url, at) => html`<a href="${url}" rel="nofollow noopener">Video${videos.length > 1 && ` ${at + 1}`}</a>`)}</p>`}${tags.length > 0 && html`<ul class="tags" aria-label="Tags">${tags.map((tag) => html`<li><a class="tag" href="/adopt?tag=${encodeURIComponent(tag)}"><bdi>${tag}</bdi></a></li>`)}</ul>`}${organization?.policy && html`<details><summary>How adoption works here</summary><div class="prose" dir="auto">${prose(organization.policy)}</div></details>`}</section>`
}
