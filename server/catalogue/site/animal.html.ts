import type { Organization } from '../../animals/organizations/organization.ts'
import { prose } from '../../animals/profiles/description.ts'
import { ageOf, breedOf, feeOf, shortened, waitOf, weightOf } from '../../animals/profiles/labels.ts'
import type { PublicFacts } from '../../animals/profiles/profile.ts'
import { fill, type Html, html } from '../../platform/html.ts'
import type { ListedAnimal } from '../listings/listed-animal.ts'
import { applyPath, pathOf } from '../listings/slug.ts'
import { type Look, noPhoto, openGraph, type Page, page } from './layout.html.ts'
import { letter, organizationPlace, telephone } from './organization.html.ts'
import { pawSymbol, picture } from './picture.html.ts'
import { photoRule } from './placeholder.ts'
import { animalData, structuredData, summaryOf, trailData } from './structured-data.ts'
import type { SiteTexts } from './texts/english.ts'

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
  const { texts, link } = look
  const isAdopted = animal.status === 'sold'
  const heading = isAdopted ? texts.animal.adoptedTitle(animal.name) : texts.animal.title(animal.name)
  const title = `${heading}, ${breedOf(animal, texts.animals)} - ${look.name}`
  const description = isAdopted ? texts.animal.foundHome(animal.name) : summaryOf(animal, texts)
  const kind = animal.species ? texts.animals.species[animal.species].many : texts.list.animals
  const trail: [string, string][] = [
    [texts.layout.adopt, `${origin}/adopt`],
    [kind, `${origin}${kindPath(animal)}`],
    [animal.name, url],
  ]
  const preview = { site: look.name, title, description, url, origin, photo: animal.photos[0] }
  return page(look, {
    title,
    description,
    canonical: url,
    isHidden: isAdopted,
    head: html`${openGraph({ ...preview, alt: texts.layout.photoOf(animal.name) })}${structuredData(trailData(trail), animalData(animal, { organization, origin, texts }))}`,
    css: animal.photos.map(photoRule).join(''),
    main: html`${pawSymbol}<nav class="trail" aria-label="${texts.layout.breadcrumb}"><a href="${link('/adopt')}">${texts.layout.adopt}</a> / <a href="${link(kindPath(animal))}">${kind}</a></nav><div class="page">${shots(animal, texts)}${side(look, view)}${story(look, view)}</div>`,
  })
}

const kindPath = ({ species }: ListedAnimal): string => (species ? `/adopt?species=${species}` : '/adopt')

/** Further ones are not offered in every size, so that the page stays small. */
const LARGE_PHOTOS = 5

/** The first photo is large; each links to the whole photo. */
const shots = (animal: ListedAnimal, texts: SiteTexts): Html => {
  const { photos, name } = animal
  if (photos.length === 0) return html`<div class="shots"><div>${noPhoto(texts)}</div></div>`
  const shown = photos.map((photo, at) => {
    const sizes = at === 0 ? '(max-width: 860px) 92vw, 52vw' : '(max-width: 860px) 46vw, 26vw'
    const alt = at === 0 ? texts.layout.photoOf(name) : texts.layout.numberedPhoto(at + 1, name)
    const whole = photo.variants.at(-1)?.url ?? ''
    const drawn = picture({
      photo,
      alt,
      sizes,
      maxWidth: at === 0 ? 2_048 : at < LARGE_PHOTOS ? 1_280 : 640,
      isFirst: at === 0,
    })
    return html`<a href="${whole}">${drawn}</a>`
  })
  return html`<div class="shots${photos.length > 3 && ' many'}">${shown}</div>`
}

const side = (look: Look, view: AnimalView): Html => {
  const { texts, link } = look
  const { animal, organization, nowMs } = view
  const tone = { available: 'ok', pending: 'hold', sold: '' }[animal.status]
  // Adopted animals need no details for choosing one, and no buttons for sharing.
  const isOffered = animal.status !== 'sold'
  const wait = isOffered && waitOf(animal, nowMs, texts.animals)
  const line = [
    breedOf(animal, texts.animals),
    ageOf(animal, texts.animals),
    wait && texts.animal.waitingFor(wait),
  ].filter(Boolean)
  return html`<aside class="side" aria-label="${texts.animal.about(animal.name)}"><span class="pill ${tone}">${texts.animals.status[animal.status]}</span><h1 dir="auto" class="${headingClass(animal.name)}">${animal.name}</h1><p class="sub"><bdi>${line.join(', ')}</bdi></p>${isOffered && goodWith(animal, texts)}${actions(look, view)}${facts(animal, texts)}${organization && organizationPlace(organization)}${isOffered && html`<p class="quiet"><a href="${link(`${pathOf(animal)}/card`)}">${texts.animal.kennelCard}</a></p>`}</aside>`
}

/** Long names get smaller letters, so that the heading stays short. */
const headingClass = (name: string): string => (name.length > 60 ? 'longer' : name.length > 18 ? 'long' : '')

const goodWith = ({ goodWith, houseTrained }: ListedAnimal, { animal, animals }: SiteTexts): Html | undefined => {
  const known = [
    ...(['children', 'dogs', 'cats'] as const).map((one) => [animals.companion[one], goodWith[one]] as const),
    [animal.houseTrained, houseTrained] as const,
  ].filter(([, is]) => is !== null)
  if (known.length === 0) return undefined
  return html`<ul class="with" aria-label="${animal.getsAlong}">${known.map(([name, is]) => (is ? html`<li><span aria-hidden="true">✓</span>${name}</li>` : html`<li class="n"><span aria-hidden="true">✕</span><span class="hide">${animal.not} </span>${name}</li>`))}</ul>`
}

const actions = ({ texts, link }: Look, { animal, organization, origin }: AnimalView): Html => {
  const { name, id, status } = animal
  const url = origin + pathOf(animal)
  if (status === 'sold') {
    return html`<p class="sub">${texts.animal.foundHome(name)} ${texts.animal.othersWait}</p><div class="acts"><a class="btn primary big" href="${link('/adopt')}">${texts.animal.meetOthers}</a></div>`
  }
  const share = `mailto:?subject=${encodeURIComponent(texts.animal.shareSubject(short(name)))}&body=${encodeURIComponent(url)}`
  const ask = askAbout({ name: short(name), id, url }, organization, texts)
  const note = status === 'pending' ? texts.animal.onHold(short(name)) : texts.animal.tenMinutes
  return html`<div class="acts"><a class="btn primary big" href="${link(applyPath(animal))}">${texts.animal.apply}</a>${ask && html`<a class="btn big" href="${ask}">${texts.animal.ask}</a>`}<a class="btn big" href="${share}">${texts.animal.share}</a></div><p class="faint">${note}</p>`
}

const askAbout = (
  { name, id, url }: { name: string; id: bigint; url: string },
  organization: Organization | undefined,
  { animal }: SiteTexts,
): string | undefined => {
  const { email, phone, website } = organization ?? {}
  if (email) return letter(email, animal.askSubject(name, id), animal.askText(name, url))
  return phone ? telephone(phone) : website
}

/** Shortened to fit a button. */
const short = (name: string): string => shortened(name, 18)

const facts = (animal: ListedAnimal, texts: SiteTexts): Html | undefined => {
  const rows = factsOf(animal, texts)
  if (rows.length === 0) return undefined
  return html`<dl class="facts">${rows.map(([name, value]) => html`<div${value.length > 60 && html` class="whole"`}><dt>${name}</dt><dd dir="auto">${value}</dd></div>`)}</dl>`
}

export const factsOf = (
  animal: PublicFacts & { organization: Pick<ListedAnimal['organization'], 'country'> },
  { animal: texts, animals }: SiteTexts,
): [name: string, value: string][] => {
  const { sex, size, coat, colors, specialNeeds, vaccinated, declawed, spayedNeutered } = animal
  const colorTitle = texts.colours(colors.length, animal.organization.country)
  const rows: [string, (string | false | null | undefined)[]][] = [
    [texts.sex, [sex && animals.sex[sex], spayedNeutered !== null && texts.neutered(sex, spayedNeutered)]],
    [texts.size, [size && animals.size[size], weightOf(animal, animals)]],
    [coat ? texts.coat : colorTitle, [coat && animals.coat[coat], colors.length > 0 && list(colors, texts)]],
    [texts.fee, [feeOf(animal, animals)]],
    [texts.health, [vaccinated !== null && texts.vaccinated(sex, vaccinated), declawed && texts.declawed(sex)]],
    [texts.specialNeeds, [specialNeeds]],
  ]
  return rows.flatMap(([name, values]) => {
    const text = values.filter(Boolean).join(', ')
    return text === '' ? [] : [[name, capitalized(text, animals.language)] as [string, string]]
  })
}

/** Begins with a capital letter, as the first of several values may not. */
const capitalized = (text: string, language: string): string =>
  (text[0] ?? '').toLocaleUpperCase(language) + text.slice(1)

const list = (names: readonly string[], { and }: SiteTexts['animal']): string => {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : and(names.slice(0, -1).join(', '), last)
}

const story = ({ texts, link }: Look, { animal, bonded, organization }: AnimalView): Html => {
  const { description, tags, videos, sex } = animal
  const partners = bonded.map((one) => html`<a href="${link(pathOf(one))}"><bdi>${one.name}</bdi></a>`)
  return html`<section class="story">${description && html`<h2>${texts.animal.story(sex)}</h2><div class="prose" dir="auto">${prose(description)}</div>`}${partners.length > 0 && html`<p class="quiet line">${fill(texts.animal.comesWith, joined(partners))}</p>`}${videos.length > 0 && html`<p class="quiet">${videos.map((url, at) => html`<a href="${url}" rel="nofollow noopener">${texts.animal.video(videos.length > 1 ? at + 1 : undefined)}</a>`)}</p>`}${tags.length > 0 && html`<ul class="tags" aria-label="${texts.animal.tags}">${tags.map((tag) => html`<li><a class="tag" href="${link(`/adopt?tag=${encodeURIComponent(tag)}`)}"><bdi>${tag}</bdi></a></li>`)}</ul>`}${organization?.policy && html`<details><summary>${texts.animal.policy}</summary><div class="prose" dir="auto">${prose(organization.policy)}</div></details>`}</section>`
}

const joined = (parts: readonly Html[]): Html => html`${parts.map((part, at) => html`${at > 0 && ', '}${part}`)}`
