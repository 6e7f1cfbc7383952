import type { ImportField } from '@adoption-store/client'

/** A field of an animal, as shelters call it. */
type Field = { label: string; hint?: string }

/** The fields that a column can become, in groups. */
const groups = {
  'The animal': {
    name: { label: 'Name' },
    externalId: { label: 'Animal ID', hint: 'Finds the animal again in a later file' },
    species: { label: 'Species' },
    category: { label: 'Category' },
    status: { label: 'Status' },
    sex: { label: 'Sex' },
  },
  Breed: {
    breed: { label: 'Breed' },
    'breeds.primary': { label: 'Primary breed' },
    'breeds.secondary': { label: 'Secondary breed' },
    'breeds.mixed': { label: 'Mixed breed', hint: 'Yes or no' },
    purebred: { label: 'Purebred', hint: 'Yes or no' },
  },
  Age: {
    birthDate: { label: 'Date of birth' },
    birthDateExact: { label: 'Date of birth is exact', hint: 'Yes or no' },
    birthDateEstimated: { label: 'Date of birth is estimated', hint: 'Yes or no' },
    age: { label: 'Age' },
    ageMonths: { label: 'Age in months' },
    ageYears: { label: 'Age in years' },
  },
  Looks: {
    size: { label: 'Size' },
    weight: { label: 'Weight' },
    coat: { label: 'Coat' },
    colors: { label: 'Color' },
  },
  Health: {
    spayedNeutered: { label: 'Spayed or neutered' },
    vaccinated: { label: 'Vaccinated' },
    microchip: { label: 'Microchip' },
    specialNeeds: { label: 'Special needs' },
    declawed: { label: 'Declawed' },
  },
  'In a home': {
    houseTrained: { label: 'House-trained' },
    'goodWith.children': { label: 'Good with children' },
    'goodWith.dogs': { label: 'Good with dogs' },
    'goodWith.cats': { label: 'Good with cats' },
    bondedWith: { label: 'Bonded with', hint: 'The IDs of the other animals' },
  },
  'The listing': {
    description: { label: 'Description' },
    tags: { label: 'Tags' },
    photos: { label: 'Photo links' },
    videos: { label: 'Video links' },
    fee: { label: 'Adoption fee' },
    published: { label: 'Published', hint: 'Yes or no' },
    publishedAt: { label: 'Published on' },
    intakeDate: { label: 'Intake date' },
    outcomeDate: {
      label: 'Outcome date',
      hint: 'Of several rows of an animal, the latest counts',
    },
    deceasedDate: { label: 'Date of death', hint: 'The animal is left out, as it has died' },
  },
} as const satisfies Record<string, { [Name in ImportField]?: Field }>

const fields = new Map<string, Field>(Object.values(groups).flatMap((group) => Object.entries<Field>(group)))

/** Names of fields that only our own export and the API have. */
const ownFields: Readonly<Record<string, string>> = {
  id: 'ID',
  accountId: 'Account',
  categoryId: 'Category number',
  weightGrams: 'Weight in grams',
  'fee.amount': 'Adoption fee',
  'fee.currency': 'Currency of the fee',
  breeds: 'Breed',
  goodWith: 'Good with',
}

/** `Primary breed` for `breeds.primary`; a name that the file has itself stays as it is. */
export const fieldLabel = (field: string): string => fields.get(field)?.label ?? ownFields[field] ?? field

/** Whether a column can be chosen to become this. */
// Its names are fields.
export const isField = (field: string): field is ImportField => fields.has(field)

export const fieldHint = (field: string): string | undefined => fields.get(field)?.hint

/** Value of a column that is not imported. */
export const LEFT_OUT = ''

/** For a select whose options are grouped. */
export const fieldChoices = [
  { group: 'Not imported', items: [{ value: LEFT_OUT, label: 'Leave out' }] },
  ...Object.entries(groups).map(([group, some]) => ({
    group,
    items: Object.entries<Field>(some).map(([value, { label }]) => ({ value, label })),
  })),
]
