import type { Listing } from '@adoption-store/client'
import { summaryOf } from './card.ts'
import { describe, outward } from './description.ts'
import { fill, h, icon } from './dom.ts'
import type { Wording } from './labels.ts'
import type { LabelName } from './languages/en.ts'
import { photoFrame } from './photo.ts'
import { webUrl } from './store-origin.ts'

type Details = {
  wording: Wording
  /** The URL of the application form; undefined if the page has none. */
  applyUrl: string | undefined
  onApply: (event: Event) => void
}

/** All details of an animal, for a dialog. */
export const detailsOf = (listing: Listing, { wording, applyUrl, onApply }: Details) => {
  const { name, status, organization, description, specialNeeds } = listing
  const heading = h('h2', { part: 'heading', id: 'heading', tabindex: -1, dir: 'auto' }, name)
  const album = albumOf(listing, wording)
  const element = h(
    'article',
    { part: 'details' },
    album.element,
    h(
      'div',
      { part: 'side' },
      status === 'pending' && h('span', { part: 'badge' }, wording.text('pending')),
      heading,
      h('p', { part: 'subheading' }, summaryOf(listing, wording)),
      companionsOf(listing, wording),
      h('dl', { part: 'facts' }, ...factsOf(listing, wording)),
      organization.name !== null &&
        h(
          'p',
          { part: 'organization' },
          h('strong', { dir: 'auto' }, organization.name),
          organization.city !== null && h('span', { dir: 'auto' }, organization.city),
        ),
    ),
    h(
      'div',
      { part: 'story' },
      ...describe(description ?? ''),
      ...(specialNeeds === null
        ? []
        : [h('h3', {}, wording.text('specialNeeds')), h('p', { dir: 'auto' }, specialNeeds)]),
      ...videosOf(listing, wording),
    ),
    applyUrl !== undefined &&
      h(
        'p',
        { part: 'bar' },
        h(
          'a',
          { part: 'apply', href: applyUrl, target: '_blank', rel: 'noopener', click: onApply },
          wording.text('apply'),
        ),
      ),
  )
  return { element, heading, step: album.step }
}

/** Shows one photo at a time. */
const albumOf = ({ photos, name }: Listing, wording: Wording) => {
  const { length: total } = photos
  let at = 0
  const stage = h('div', { part: 'stage' })
  const place = h('p', { part: 'place', 'aria-live': 'polite' })
  const step = (by: number): void => {
    // A single photo is not loaded again.
    if (by !== 0 && total < 2) return
    at = (at + by + total) % total
    const photo = photos[at]
    const sizes = '(max-width: 760px) 100vw, 640px'
    const frame = { part: 'frame', alt: photo?.alt ?? name, sizes }
    fill(stage, [photoFrame(photo, frame)])
    place.textContent = wording.text('photo', { n: at + 1, total })
  }
  const turner = (by: number, label: LabelName) =>
    h(
      'button',
      { part: label, 'aria-label': wording.text(label), click: () => step(by) },
      icon(by < 0 ? 'M15 5l-7 7 7 7' : 'M9 5l7 7-7 7'),
    )
  step(0)
  const turners = total > 1 ? [turner(-1, 'previous'), turner(1, 'next'), place] : []
  return { element: h('div', { part: 'album' }, stage, ...turners), step }
}

const companions = ['children', 'dogs', 'cats'] as const

/** Yes, no and unknown look different and have different texts. */
const companionsOf = ({ goodWith }: Listing, wording: Wording): HTMLElement => {
  const items = companions.map((companion) => {
    const known = goodWith[companion]
    const answer = known === null ? 'unknown' : known ? 'yes' : 'no'
    const who = wording.value('with', companion)
    const sign = { yes: '✓', no: '✕', unknown: '?' }[answer]
    return h(
      'li',
      { part: `companion ${answer}` },
      h('span', { 'aria-hidden': 'true' }, `${sign} ${who}`),
      h('span', { part: 'spoken' }, wording.text(`with.${answer}`, { who })),
    )
  })
  return h('ul', { part: 'companions', 'aria-label': wording.text('with') }, ...items)
}

const healthFacts = ['houseTrained', 'spayedNeutered', 'vaccinated', 'declawed'] as const

const factsOf = (listing: Listing, wording: Wording): HTMLElement[] => {
  const { sex, size, weightGrams, coat, colors, fee, distanceKm, organization } = listing
  const { country } = organization
  const health = healthFacts.filter((fact) => listing[fact]).map((fact) => wording.text(fact))
  const facts: [LabelName, string | null | false | undefined][] = [
    ['sex.name', sex && wording.value('sex', sex)],
    [
      'size.name',
      wording.list([
        ...(size ? [wording.value('size', size)] : []),
        ...(weightGrams ? [weightOf(weightGrams, country, wording)] : []),
      ]),
    ],
    ['coat', coat && wording.value('coat', coat)],
    ['colors', wording.list(colors ?? [])],
    ['health', wording.list(health)],
    ['fee', fee && wording.money(fee)],
    ['distance', distanceKm !== undefined && distanceOf(distanceKm, country, wording)],
  ]
  return facts.flatMap(([label, value]) =>
    value ? [h('div', {}, h('dt', {}, spelled(wording.text(label), country)), h('dd', { dir: 'auto' }, value))] : [],
  )
}

type Country = Listing['organization']['country']

/** English is spelled as in the shelter's country. */
const spelled = (text: string, country: Country): string => (country === 'US' ? text.replace('Colour', 'Color') : text)

/** In the units of the shelter's country. */
const weightOf = (grams: number, country: Country, { measure }: Wording): string => {
  const [unit, part, partsPerUnit] =
    country === 'US' ? (['pound', 'ounce', 16] as const) : (['kilogram', 'gram', 1_000] as const)
  const weight = grams / (country === 'US' ? 453.592 : 1_000)
  return weight < 1 ? measure(weight * partsPerUnit, part, 'short') : measure(weight, unit, 'short')
}

const distanceOf = (km: number, country: Country, { measure }: Wording): string =>
  country === 'US' || country === 'GB' ? measure(km / 1.609_344, 'mile') : measure(km, 'kilometer')

const videosOf = ({ videos }: Listing, wording: Wording): HTMLElement[] =>
  (videos ?? []).flatMap((video) => {
    const href = webUrl(video)
    return href ? [h('p', {}, h('a', { part: 'video', href, ...outward }, wording.text('video')))] : []
  })
