import type { Age } from '../listings/age.ts'
import type { Organization } from '../organizations/organization.ts'
import type { PetStatus } from '../pets/pet.ts'
import type { Photo, Variant } from '../photos/photo.ts'
import { showTime } from '../platform/time.ts'
import type { PublicFacts } from '../profiles/profile.ts'
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

/** A published animal, with all that Petfinder's API says of one. */
export type OfferedAnimal = {
  id: bigint
  name: string
  status: PetStatus
  publishedAtMs: number
  age: Age
  facts: PublicFacts
  photos: readonly Photo[]
  accountId: bigint
  /** Undefined where its account has given no public details. */
  organization: Organization | undefined
  /** Its page for everybody. */
  url: string
  /** How far away it is, where that was asked. */
  metres?: number | undefined
}

/** The animal as version 2 of Petfinder's API has it. `prefix` stands before each of its links. */
export const petfinderAnimal = (animal: OfferedAnimal, prefix: string) => {
  const { id, name, status, facts, photos, organization, metres } = animal
  const { breeds, colors, goodWith } = facts
  const species = facts.species ?? 'other'
  const organizationId = String(animal.accountId)
  const [primary = null, secondary = null, tertiary = null] = colors
  const publishedAt = petfinderTime(animal.publishedAtMs)
  return {
    id,
    organization_id: organizationId,
    url: animal.url,
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
    gender: facts.sex ? petfinderGenders[facts.sex] : unknownGender,
    size: facts.size && petfinderSizes[facts.size],
    coat: facts.coat && petfinderCoats[facts.coat],
    attributes: {
      spayed_neutered: facts.spayedNeutered ?? false,
      house_trained: facts.houseTrained ?? false,
      declawed: facts.declawed,
      special_needs: facts.specialNeeds !== null,
      shots_current: facts.vaccinated ?? false,
    },
    environment: { children: goodWith.children, dogs: goodWith.dogs, cats: goodWith.cats },
    tags: facts.tags,
    name,
    description: facts.description === null ? null : escapeHtml(facts.description),
    organization_animal_id: null,
    photos: photos.map((photo) => photoSizes(photo, [320, 320, 640])),
    primary_photo_cropped: photos[0] ? photoSizes(photos[0], [320, 640, 640]) : null,
    videos: facts.videos.map((video) => ({ embed: embedded(video) })),
    status: petfinderStatuses[status],
    status_changed_at: publishedAt,
    published_at: publishedAt,
    distance: metres === undefined ? null : milesOf(metres),
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

/** `small-furry`, of `Small & Furry`. */
export const petfinderSlug = (type: string): string =>
  type.toLowerCase().replaceAll(/[^a-z]+/g, '-')

const METRES_A_MILE = 1_609.344

/** With as many digits as Petfinder gave. */
export const milesOf = (metres: number): number =>
  Math.round((metres / METRES_A_MILE) * 10_000) / 10_000

/** `2018-09-04T14:49:09+0000`. */
const petfinderTime = (ms: number): string => `${showTime(ms).slice(0, 19)}+0000`

/** JPEG, which every client shows, in the width that is nearest to what Petfinder had. */
const photoSizes = ({ variants }: Photo, [small, medium, large]: [number, number, number]) => {
  const files = variants
    .filter(({ format }) => format === 'jpeg')
    .sort((one, other) => one.width - other.width)
  const full = urlOf(files.at(-1))
  const from = (width: number) => urlOf(files.find((file) => file.width >= width)) ?? full
  return { small: from(small), medium: from(medium), large: from(large), full }
}

const urlOf = (file: Variant | undefined): string | null => file?.url ?? null

/** Clients put descriptions into their pages as they are: Petfinder escaped them, and so do we. */
const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)

const entities: Record<string, string> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#039;' },
}

/** As HTML, which is what version 2 gave. Players of other sites than these two cannot be put into a page. */
const embedded = (url: string): string => {
  const youtube =
    /^https:\/\/(?:www\.|m\.)?(?:youtube\.com\/watch\?v=|youtu\.be\/)([\w-]{6,20})/i.exec(url)
  const vimeo = /^https:\/\/(?:www\.)?vimeo\.com\/(\d{1,20})/i.exec(url)
  const player = youtube
    ? `https://www.youtube.com/embed/${youtube[1]}`
    : vimeo && `https://player.vimeo.com/video/${vimeo[1]}`
  return player
    ? `<iframe src="${player}" width="560" height="315" frameborder="0" allowfullscreen></iframe>`
    : `<video src="${escapeHtml(url)}" controls></video>`
}
