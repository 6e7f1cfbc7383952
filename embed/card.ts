import type { Listing } from '@adoption-store/client'
import { h } from './dom.ts'
import type { Wording } from './labels.ts'
import { photoFrame } from './photo.ts'

type Card = { wording: Wording; onOpen: () => void }

/** An animal of the list. Its name is a button that covers the whole card. */
export const cardOf = (listing: Listing, { wording, onOpen }: Card): HTMLLIElement => {
  const [photo] = listing.photos
  const tags = (listing.tags ?? []).slice(0, 2).map((tag) => h('span', { part: 'tag', dir: 'auto' }, tag))
  return h(
    'li',
    { part: 'card' },
    h(
      'div',
      { part: 'picture' },
      photoFrame(photo, { part: 'frame', alt: photo?.alt ?? '', sizes: cardSizes }),
      listing.status === 'pending' && h('span', { part: 'badge' }, wording.text('pending')),
    ),
    h(
      'h3',
      { part: 'name' },
      h('button', { part: 'open', 'aria-haspopup': 'dialog', dir: 'auto', click: onOpen }, listing.name),
    ),
    h('p', { part: 'summary' }, summaryOf(listing, wording)),
    h('div', { part: 'tags' }, ...tags),
  )
}

/** Lazily loaded photos use their laid-out size if the browser supports that. */
const cardSizes = 'auto, (max-width: 600px) 50vw, 320px'

/** A placeholder of the size of a card. */
export const skeleton = (): HTMLLIElement =>
  h(
    'li',
    { part: 'card skeleton', 'aria-hidden': 'true' },
    h('div', { part: 'picture' }, h('div', { part: 'frame' })),
    ...['name', 'summary', 'tags'].map((part) => h('div', { part }, h('span', { part: 'bone' }, '\u00a0'))),
  )

/** Such as `Beagle mix, 2 years`. */
export const summaryOf = ({ species, breeds, age }: Listing, wording: Wording): string => {
  const kind = species ? wording.value('kind', species) : ''
  const breed = [breeds.primary, breeds.secondary].filter(Boolean).join(', ') || kind
  const whole = breeds.mixed ? wording.text('mixed', { breed }) : breed
  return [whole, ageOf(age.months ?? undefined, wording)].filter(Boolean).join(', ')
}

const ageOf = (months: number | undefined, { measure }: Wording): string => {
  if (months === undefined) return ''
  return months < 12 ? measure(months, 'month') : measure(Math.floor(months / 12), 'year')
}
