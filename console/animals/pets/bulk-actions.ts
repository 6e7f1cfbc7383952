import type { Animal, PetStatus, Profile, ProfilePatch } from '@adoption-store/client'
import { formatCounted } from '../../platform/number-format.ts'
import { petLabels } from '../../platform/status-labels.ts'
import type { BulkChange } from './bulk-work.ts'
import { petMoves } from './pet-moves.ts'

/** An action for several animals. */
export type BulkAction = {
  /** `Publish` */
  label: string
  /** `Publish 12 animals?` */
  question: (count: string) => string
  /** The consequences, shown below the question. */
  text: string
  /** `12 animals were published.` */
  done: (count: string) => string
  isNeeded: (animal: Animal) => boolean
  changeOf: (animal: Animal) => BulkChange
  /** Undefined for an animal whose change cannot be undone. */
  undoOf: (animal: Animal) => BulkChange | undefined
}

type Species = NonNullable<Profile['species']>

/** `species` is for animals without a species, which cannot be published. */
export const publishing = (species?: Species): BulkAction => ({
  label: 'Publish',
  question: (count) => `Publish ${count}?`,
  text: 'Everybody can then see them on your adoption site and in searches.',
  done: (count) => `${count} published.`,
  isNeeded: ({ published }) => !published,
  changeOf: (animal) => ({
    profile: { published: true, ...(animal.species === null && species && { species }) },
  }),
  undoOf: ({ species: before }) => ({ profile: { published: false, species: before } }),
})

export const unpublishing: BulkAction = {
  label: 'Unpublish',
  question: (count) => `Unpublish ${count}?`,
  text: 'Their pages are then removed from your adoption site and from searches.',
  done: (count) => `${count} unpublished.`,
  isNeeded: ({ published }) => published,
  changeOf: () => ({ profile: { published: false } }),
  undoOf: () => ({ profile: { published: true } }),
}

export const moving = (status: PetStatus): BulkAction => {
  const label = petLabels[status].label
  return {
    label,
    question: (count) => `Set ${count} to “${label}”?`,
    text: 'An animal with an open adoption keeps its status.',
    done: (count) => `${count} now ${label.toLowerCase()}.`,
    isNeeded: (animal) => animal.status !== status,
    changeOf: () => ({ pet: { status } }),
    undoOf: ({ status: before }) => (petMoves[status].includes(before) ? { pet: { status: before } } : undefined),
  }
}

/** The changes to each animal. Undefined fields stay unchanged. */
export type Details = {
  species: Species | null
  breed: string
  addTags: readonly string[]
  removeTags: readonly string[]
  fee: Profile['fee']
  publish: boolean
}

export const noDetails: Details = {
  species: null,
  breed: '',
  addTags: [],
  removeTags: [],
  fee: null,
  publish: false,
}

export const isChanging = (details: Details): boolean =>
  Object.keys(patchOf(details, { tags: [], breeds: noBreeds })).length > 0 || details.removeTags.length > 0

export const changingDetails = (details: Details): BulkAction => ({
  label: 'Change details',
  question: (count) => `Change ${count}?`,
  text: '',
  done: (count) => `${count} changed.`,
  isNeeded: () => true,
  changeOf: (animal) => ({ profile: patchOf(details, animal) }),
  // The list does not have the fee of an animal.
  undoOf: (animal) => (details.fee === null ? { profile: valuesOf(animal, patchOf(details, animal)) } : undefined),
})

type Before = { tags: readonly string[] | null; breeds: Animal['breeds'] }

const noBreeds: Animal['breeds'] = { primary: null, secondary: null, mixed: null }

const patchOf = (details: Details, animal: Before): ProfilePatch => {
  const { species, breed, fee, publish, addTags, removeTags } = details
  const isTagged = addTags.length > 0 || removeTags.length > 0
  return {
    ...(species && { species }),
    ...(breed.trim() && { breeds: { ...animal.breeds, primary: breed.trim() } }),
    ...(isTagged && { tags: tagsAfter(animal.tags ?? [], addTags, removeTags) }),
    ...(fee && { fee }),
    ...(publish && { published: true }),
  }
}

const tagsAfter = (before: readonly string[], added: readonly string[], removed: readonly string[]): string[] => {
  const kept = [...before, ...added].filter((tag) => !removed.includes(tag))
  return [...new Set(kept)]
}

/** The values before the change, of the fields that it changes. */
const valuesOf = (animal: Animal, patch: ProfilePatch): ProfilePatch => ({
  ...('species' in patch && { species: animal.species }),
  ...('breeds' in patch && { breeds: animal.breeds }),
  ...('tags' in patch && { tags: animal.tags }),
  ...('published' in patch && { published: animal.published }),
})

/** Animals that cannot be published, because their species is not known. */
export const withoutSpecies = (animals: readonly Animal[]): number =>
  animals.filter(({ species, published }) => species === null && !published).length

/** `101 of them have no species` */
export const missingSpeciesText = (count: number, total: number): string =>
  count === total
    ? count === 1
      ? 'Its species is unknown.'
      : 'Their species is unknown.'
    : `The species of ${formatCounted(count, 'animal')} among them is unknown.`
