import type { AnimalFormat, Included, Rule } from './animal-format.ts'

/** Columns of its reports with other names than elsewhere. */
const reportColumns: readonly Rule[] = [
  { from: 'Primary Breed', to: 'breeds.primary' },
  { from: 'Secondary Breed', to: 'breeds.secondary' },
  { from: 'Mixed', to: 'breeds.mixed' },
  { from: 'General Age', to: 'age' },
  { from: 'Color (General)', to: 'colors' },
  { from: 'Size Potential (General)', to: 'size' },
  { from: 'Coat Length', to: 'coat' },
  { from: 'Housetrained', to: 'houseTrained' },
  { from: 'Up-to-date', to: 'vaccinated' },
  { from: 'Description', to: 'description' },
  { from: 'Adoption Fee', to: 'fee' },
  { from: 'Received Date', to: 'intakeDate' },
]

/** RescueGroups: its API version 5 (JSON:API), the fields of version 2, and the columns of its imports and reports. */
export const rescueGroups: AnimalFormat = {
  lists: ['data'],
  usual: { dateOrder: 'mdy' },
  isOfferedAnyway: true,
  rules: [
    { from: 'externalID', to: 'externalId' },
    { from: 'animalID', to: 'externalId' },
    { from: 'id', to: 'externalId' },
    { from: 'name', to: 'name' },
    { from: 'animalName', to: 'name' },
    { from: 'species', to: 'species' },
    { from: 'species', to: 'category' },
    { from: 'animalSpecies', to: 'species' },
    { from: 'animalSpecies', to: 'category' },
    { from: 'type', to: 'species' },
    { from: 'type', to: 'category' },
    { from: 'breedPrimary', to: 'breeds.primary' },
    { from: 'priBreed', to: 'breeds.primary' },
    { from: 'animalPrimaryBreed', to: 'breeds.primary' },
    { from: 'breedSecondary', to: 'breeds.secondary' },
    { from: 'secBreed', to: 'breeds.secondary' },
    { from: 'animalSecondaryBreed', to: 'breeds.secondary' },
    { from: 'breedString', to: 'breed' },
    { from: 'animalBreed', to: 'breed' },
    { from: 'breeds', to: 'breed' },
    { from: 'isBreedMixed', to: 'breeds.mixed' },
    { from: 'mix', to: 'breeds.mixed' },
    { from: 'animalMixedBreed', to: 'breeds.mixed' },
    { from: 'birthDate', to: 'birthDate' },
    { from: 'animalBirthdate', to: 'birthDate' },
    { from: 'isBirthDateExact', to: 'birthDateExact' },
    { from: 'animalBirthdateExact', to: 'birthDateExact' },
    { from: 'ageString', to: 'age' },
    { from: 'ageGroup', to: 'age' },
    { from: 'age', to: 'age' },
    { from: 'animalGeneralAge', to: 'age' },
    { from: 'sex', to: 'sex' },
    { from: 'animalSex', to: 'sex' },
    { from: 'sizeGroup', to: 'size' },
    { from: 'size', to: 'size' },
    { from: 'animalGeneralSizePotential', to: 'size' },
    { from: 'weight', to: 'weight' },
    { from: 'coatLength', to: 'coat' },
    { from: 'animalCoatLength', to: 'coat' },
    { from: 'colors', to: 'colors' },
    { from: 'color', to: 'colors' },
    { from: 'animalColor', to: 'colors' },
    { from: 'descriptionHtml', to: 'description' },
    { from: 'descriptionText', to: 'description' },
    { from: 'dsc', to: 'description' },
    { from: 'animalDescription', to: 'description' },
    { from: 'animalDescriptionPlain', to: 'description' },
    { from: 'qualities', to: 'tags' },
    { from: 'status', to: 'status' },
    { from: 'animalStatus', to: 'status' },
    { from: 'isKidsOk', to: 'goodWith.children' },
    { from: 'okwithkids', to: 'goodWith.children' },
    { from: 'animalOKWithKids', to: 'goodWith.children' },
    { from: 'isDogsOk', to: 'goodWith.dogs' },
    { from: 'okwithdogs', to: 'goodWith.dogs' },
    { from: 'animalOKWithDogs', to: 'goodWith.dogs' },
    { from: 'isCatsOk', to: 'goodWith.cats' },
    { from: 'okwithcats', to: 'goodWith.cats' },
    { from: 'animalOKWithCats', to: 'goodWith.cats' },
    { from: 'isHousetrained', to: 'houseTrained' },
    { from: 'housebroken', to: 'houseTrained' },
    { from: 'animalHousetrained', to: 'houseTrained' },
    { from: 'isAltered', to: 'spayedNeutered' },
    { from: 'altered', to: 'spayedNeutered' },
    { from: 'animalAltered', to: 'spayedNeutered' },
    { from: 'isCurrentVaccinations', to: 'vaccinated' },
    { from: 'uptodate', to: 'vaccinated' },
    { from: 'animalUptodate', to: 'vaccinated' },
    { from: 'animalVaccinationsUpToDate', to: 'vaccinated' },
    { from: 'isDeclawed', to: 'declawed' },
    { from: 'declawed', to: 'declawed' },
    { from: 'animalDeclawed', to: 'declawed' },
    { from: 'specialNeedsDetails', to: 'specialNeeds' },
    { from: 'animalSpecialneedsDescription', to: 'specialNeeds' },
    { from: 'isSpecialNeeds', to: 'specialNeeds' },
    { from: 'specialNeeds', to: 'specialNeeds' },
    { from: 'animalSpecialneeds', to: 'specialNeeds' },
    { from: 'adoptionFeeString', to: 'fee' },
    { from: 'animalAdoptionFee', to: 'fee' },
    { from: 'microchipNumber', to: 'microchip' },
    { from: 'animalMicrochipNumber', to: 'microchip' },
    { from: 'intakeDate', to: 'intakeDate' },
    ...reportColumns,
    { from: 'pictures', to: 'photos' },
    { from: 'animalPictures', to: 'photos' },
    ...[1, 2, 3, 4].map((number): Rule => ({ from: `photo${number}`, to: 'photos' })),
    { from: 'videoUrl', to: 'videos' },
    { from: 'videourls', to: 'videos' },
    { from: 'animalVideoUrls', to: 'videos' },
  ],
  repeats: ['pictureCount', 'videoCount', 'videoUrlCount', 'isAdoptionPending', 'sizeCurrent', 'sizeUOM'],
  keepsOf: (resource) => storedPart(resource),
  prepare: (item, included) => (isResource(item) ? fieldsOf(item, included) : item),
}

type Resource = Record<string, unknown> & { attributes: Record<string, unknown> }

const isResource = (item: Record<string, unknown>): item is Resource =>
  typeof item.attributes === 'object' && item.attributes !== null

const fieldsOf = ({ id, attributes, relationships }: Resource, included: Included) => {
  const related = relatedOf(relationships, included)
  const { sizeCurrent, sizeUOM, pictureThumbnailUrl, isAdoptionPending } = attributes
  const { species, statuses, colors, patterns, pictures, breeds, videourls, ...others } = related
  const hasPictures = pictures !== undefined && pictures.length > 0
  const status = isAdoptionPending === true ? 'Pending' : (statuses?.[0] ?? attributes.status)
  const unit = /^(?:pounds?|lbs?|kilograms?|kg)$/i.test(String(sizeUOM)) ? String(sizeUOM) : undefined
  return {
    ...without(attributes, 'pictureThumbnailUrl'),
    ...others,
    id,
    status,
    species: species?.[0] ?? attributes.species ?? attributes.speciesString,
    ...(attributes.breedPrimary === undefined && { breeds: breeds?.join(' / ') }),
    colors: colors ?? attributes.colorDetails,
    ...(colors && { colorDetails: attributes.colorDetails }),
    ...(!colors && { colorDetails: undefined }),
    patterns,
    pictures: hasPictures ? pictures : pictureThumbnailUrl && [largest(pictureThumbnailUrl)],
    videourls,
    ...(unit && sizeCurrent !== undefined && { weight: `${sizeCurrent} ${unit}` }),
  }
}

const without = (fields: Record<string, unknown>, name: string) => ({
  ...fields,
  [name]: undefined,
})

/** The URL of a thumbnail contains its width. */
const largest = (address: unknown): unknown =>
  typeof address === 'string' ? address.slice(0, 3_000).replace(/\?width=\d{1,5}$/, '') : address

const relatedOf = (relationships: unknown, included: Included): Record<string, string[]> => {
  if (typeof relationships !== 'object' || relationships === null) return {}
  const entries = Object.entries(relationships).map(([name, relation]) => {
    const { data } = (relation ?? {}) as { data?: unknown }
    const references = (Array.isArray(data) ? data : [data]).slice(0, 100)
    const values = references.flatMap((reference) => {
      const { type, id } = (reference ?? {}) as { type?: unknown; id?: unknown }
      const value = included.get(`${type}:${id}`)
      return value === undefined ? [] : [value]
    })
    return [name, inOrder(values)] as const
  })
  return Object.fromEntries(entries.filter(([, values]) => values.length > 0))
}

type Ordered = { text: string; order: number }

const inOrder = (values: unknown[]): string[] =>
  // Only such values are stored from included resources.
  (values as Ordered[]).toSorted((one, other) => one.order - other.order).map(({ text }) => text)

/** The part of an included resource to store: the URL of a picture, the name of anything else. */
const storedPart = (resource: Record<string, unknown>): Ordered | undefined => {
  const { attributes } = resource
  if (typeof attributes !== 'object' || attributes === null) return undefined
  const { original, large, small, url, singular, name, order } = attributes as Record<string, unknown>
  const address = [original, large, small].flatMap((size) => {
    const found = (size as { url?: unknown } | null | undefined)?.url
    return typeof found === 'string' ? [found] : []
  })[0]
  const text = address ?? [singular, name, url].find((value) => typeof value === 'string')
  if (typeof text !== 'string') return undefined
  return { text: text.slice(0, 3_000), order: typeof order === 'number' ? order : 0 }
}
