import type { Organization } from '../../animals/organizations/organization.ts'
import { excerpt } from '../../animals/profiles/description.ts'
import { ageOf, breedOf, kindOf, priceOf } from '../../animals/profiles/labels.ts'
import { Html } from '../../platform/html.ts'
import { stringifyJson } from '../../platform/http/json.ts'
import type { ListedAnimal } from '../listings/listed-animal.ts'
import { pathOf } from '../listings/slug.ts'
import { largest } from './picture.html.ts'
import type { SiteTexts } from './texts/english.ts'

/** JSON-LD (schema.org) for search engines. Browsers do not run it, and no value in it can close its element. */
export const structuredData = (...graph: object[]): Html => {
  const json = stringifyJson({ '@context': 'https://schema.org', '@graph': graph })
  const safe = json.replace(/[<>&\u2028\u2029]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return new Html(`<script type="application/ld+json">${safe}</script>`)
}

/** Search engines show a few, and pages must stay small. */
const MAX_IMAGES = 5

const availability = {
  available: 'https://schema.org/InStock',
  pending: 'https://schema.org/LimitedAvailability',
  sold: 'https://schema.org/SoldOut',
} as const

type Context = { organization: Organization | undefined; origin: string; texts: SiteTexts }

export const animalData = (animal: ListedAnimal, { organization, origin, texts }: Context): object => {
  const url = origin + pathOf(animal)
  const images = animal.photos
    .slice(0, MAX_IMAGES)
    .flatMap((photo) => largest(photo)?.url ?? [])
    .map((path) => origin + path)
  return {
    '@type': 'Product',
    '@id': url,
    name: animal.name,
    url,
    category: kindOf(animal, texts.animals),
    description: summaryOf(animal, texts),
    ...(images.length > 0 && { image: images }),
    ...(animal.fee && {
      offers: {
        '@type': 'Offer',
        url,
        price: priceOf(animal.fee),
        priceCurrency: animal.fee.currency,
        availability: availability[animal.status],
        ...(organization && { seller: organizationData(organization) }),
      },
    }),
    additionalProperty: [
      [texts.animal.breed, breedOf(animal, texts.animals)],
      [texts.animal.age, ageOf(animal, texts.animals)],
      [texts.animal.sex, animal.sex && texts.animals.sex[animal.sex]],
    ].flatMap(([name, value]) => (value ? [{ '@type': 'PropertyValue', name, value }] : [])),
  }
}

/** One or two sentences about an animal. */
export const summaryOf = (animal: ListedAnimal, { animals }: SiteTexts): string => {
  const sex = animal.sex && animals.sex[animal.sex].toLocaleLowerCase(animals.language)
  const facts = [breedOf(animal, animals), ageOf(animal, animals), sex].filter(Boolean).join(', ')
  const story = animal.description ? excerpt(animal.description, 150) : ''
  return story === '' ? `${animal.name}: ${facts}.` : `${facts}. ${story}`
}

export const organizationData = (organization: Organization): object => {
  const { name, email, phone, website, address, location } = organization
  const { street, city, state, postcode, country } = address
  return {
    '@type': 'AnimalShelter',
    name,
    ...(email && { email }),
    ...(phone && { telephone: phone }),
    ...(website && { url: website }),
    address: {
      '@type': 'PostalAddress',
      ...(street && { streetAddress: street }),
      ...(city && { addressLocality: city }),
      ...(state && { addressRegion: state }),
      ...(postcode && { postalCode: postcode }),
      ...(country && { addressCountry: country }),
    },
    ...(location && {
      geo: { '@type': 'GeoCoordinates', latitude: location.lat, longitude: location.lng },
    }),
  }
}

export const trailData = (steps: readonly (readonly [name: string, url: string])[]): object => ({
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(([name, item], at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name,
    item,
  })),
})
