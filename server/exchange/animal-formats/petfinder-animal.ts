import type { Organization } from '../../animals/organizations/organization.ts'
import type { Photo, Variant } from '../../animals/photos/photo.ts'
import type { ListedAnimal } from '../../catalogue/listings/listed-animal.ts'
import { showTime } from '../../platform/time.ts'
import {
  petfinderAges,
  petfinderCoats,
  petfinderGenders,
  petfinderSizes,
  petfinderSpecies,
  petfinderStatuses,
  petfinderTypes,
  unknownGender,
} from './petfinder-words.ts'

/** Data of Petfinder's API about an animal besides its listing. */
type About = {
  /** Undefined if its account has no public details. */
  organization: Organization | undefined
  /** The public page of the animal; null if the site is off. */
  url: string | null
  /** The prefix of each link. */
  prefix: string
}

/** The animal in the format of version 2 of Petfinder's API. */
export const petfinderAnimal = (animal: ListedAnimal, { organization, url, prefix }: About) => {
  const { id, name, status, photos, breeds, colors, goodWith, distanceMetres } = animal
  const species = animal.species ?? 'other'
  const organizationId = String(animal.organization.id)
  const [primary = null, secondary = null, tertiary = null] = colors
  const publishedAt = petfinderTime(animal.publishedAtMs)
  return {
    id,
    organization_id: organizationId,
    url,
    type: petfinderTypes[species],
    species: petfinderSpecies[species],
    breeds: {
      primary: breeds.primary,
      secondary: breeds.secondary,
      mixed: breeds.mixed ?? false,
      unknown: breeds.primary === null,
    },
    colors: { primary, secondary, tertiary },
    age: animal.age.band && petfinderAges[animal.age.band],
    gender: animal.sex ? petfinderGenders[animal.sex] : unknownGender,
    size: animal.size && petfinderSizes[animal.size],
    coat: animal.coat && petfinderCoats[animal.coat],
    attributes: {
      spayed_neutered: animal.spayedNeutered ?? false,
      house_trained: animal.houseTrained ?? false,
      declawed: animal.declawed,
      special_needs: animal.specialNeeds !== null,
      shots_current: animal.vaccinated ?? false,
    },
    environment: { children: goodWith.children, dogs: goodWith.dogs, cats: goodWith.cats },
    tags: animal.tags,
    name,
    description: animal.description === null ? null : escapeHtml(animal.description),
    organization_animal_id: null,
    photos: photos.map((photo) => photoSizes(photo, [320, 320, 640])),
    primary_photo_cropped: photos[0] ? photoSizes(photos[0], [320, 640, 640]) : null,
    videos: animal.videos.map((video) => ({ embed: embedded(video) })),
    status: petfinderStatuses[status],
    status_changed_at: publishedAt,
    published_at: publishedAt,
    distance: distanceMetres === undefined ? null : milesOf(distanceMetres),
    contact: {
      email: organization?.email ?? null,
      phone: organization?.phone ?? null,
      address: petfinderAddress(organization),
    },
    _links: {
      self: { href: `${prefix}/animals/${id}` },
      type: { href: `${prefix}/types/${petfinderSlug(petfinderTypes[species])}` },
      organization: { href: `${prefix}/organizations/${organizationId}` },
    },
  }
}

export const petfinderAddress = (organization: Organization | undefined) => {
  const { street, city, state, postcode, country } = organization?.address ?? {}
  return {
    address1: street ?? null,
    address2: null,
    city: city ?? null,
    state: state ?? null,
    postcode: postcode ?? null,
    country: country ?? null,
  }
}

/** `small-furry`, for `Small & Furry`. */
export const petfinderSlug = (type: string): string => type.toLowerCase().replaceAll(/[^a-z]+/g, '-')

const METRES_A_MILE = 1_609.344

/** With as many digits as Petfinder returned. */
export const milesOf = (metres: number): number => Math.round((metres / METRES_A_MILE) * 10_000) / 10_000

/** `2018-09-04T14:49:09+0000`. */
const petfinderTime = (ms: number): string => `${showTime(ms).slice(0, 19)}+0000`

/** JPEG, which every client supports, in the widths nearest to those of Petfinder. */
const photoSizes = ({ variants }: Photo, [small, medium, large]: [number, number, number]) => {
  const files = variants.filter(({ format }) => format === 'jpeg').sort((one, other) => one.width - other.width)
  const full = urlOf(files.at(-1))
  const from = (width: number) => urlOf(files.find((file) => file.width >= width)) ?? full
  return { small: from(small), medium: from(medium), large: from(large), full }
}

const urlOf = (file: Variant | undefined): string | null => file?.url ?? null

/** Clients insert descriptions into pages unescaped: Petfinder escaped them, and so do we. */
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
}

/** HTML, like version 2. Only videos of these two sites can be embedded. */
const embedded = (url: string): string => {
  const youtube = /^https:\/\/(?:www\.|m\.)?(?:youtube\.com\/watch\?v=|youtu\.be\/)([\w-]{6,20})/i.exec(url)
  const vimeo = /^https:\/\/(?:www\.)?vimeo\.com\/(\d{1,20})/i.exec(url)
  const player = youtube
    ? `https://www.youtube.com/embed/${youtube[1]}`
    : vimeo && `https://player.vimeo.com/video/${vimeo[1]}`
  return player
    ? `<iframe src="${player}" width="560" height="315" frameborder="0" allowfullscreen></iframe>`
    : `<video src="${escapeHtml(url)}" controls></video>`
}
