// Creates examples/moving-in/: one shelter in the formats of several systems, with the mistakes
// that such files have. The same seed gives the same bytes: `node examples/make-moving-in.ts`. All
// animals and people are fictional.

import { mkdirSync, writeFileSync } from 'node:fs'

const SEED = 20_261_122
const ANIMALS = 24

type Animal = {
  number: number
  name: string
  type: 'Dog' | 'Cat' | 'Rabbit' | 'Small & Furry' | 'Bird'
  species: string
  breed: string
  isMixed: boolean
  color: string
  months: number
  sex: 'Male' | 'Female' | 'Unknown'
  size: 'Small' | 'Medium' | 'Large' | 'Extra Large'
  coat: 'Short' | 'Medium' | 'Long' | null
  pounds: number
  kids: boolean | null
  dogs: boolean | null
  cats: boolean | null
  isTrained: boolean
  isAltered: boolean
  isSpecial: boolean
  state: 'available' | 'pending' | 'adopted'
  text: string
  photos: string[]
}

const kinds = [
  ...([
    ['Dog', 'Dog', ['Labrador Retriever', 'Beagle', 'Poodle', 'Border Collie', 'Husky']],
    ['Cat', 'Cat', ['Domestic Shorthair', 'Siamese', 'Maine Coon']],
    ['Rabbit', 'Rabbit', ['Lop', 'Netherland Dwarf']],
    ['Small & Furry', 'Guinea Pig', ['Abyssinian', 'Guinea Pig']],
    ['Bird', 'Cockatiel', ['Cockatiel']],
  ] as const),
] as const
const names = [
  'Biscuit',
  'Luna',
  'Zoë',
  'O’Malley',
  'Mr. "Socks"',
  'Łatka',
  'Señor Bigotes',
  'Pepper',
  'Milo, junior',
  'Nala',
  'Grüße',
  'Tom & Jerry',
  'Coco',
  'Rex',
  'Daisy',
  'Oreo',
]
const colors = ['Black', 'White / Cream', 'Brown / Chocolate', 'Tricolor (Brown, Black, & White)']
const texts = [
  'Likes long walks, and naps after them.',
  'Shy at first; treats help.',
  '',
  'Found at the station. No chip.',
  'Gets on with everybody.',
  'Wants a garden of her own.',
]

/** The animals, independent of any format. */
export const shelter = (count = ANIMALS, seed = SEED): Animal[] => {
  const random = generator(seed)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const maybe = () => pick([true, false, null])
  return Array.from({ length: count }, (_, at) => {
    const [type, species, breeds] = pick(kinds)
    const number = at + 1
    return {
      number,
      type,
      species,
      breed: pick(breeds),
      isMixed: random() < 0.4,
      name: `${pick(names)}${at < names.length ? '' : ` ${number}`}`,
      color: pick(colors),
      months: 2 + Math.floor(random() * 150),
      sex: pick(['Male', 'Female', 'Male', 'Female', 'Unknown'] as const),
      size: pick(['Small', 'Medium', 'Large', 'Extra Large'] as const),
      coat: pick(['Short', 'Medium', 'Long', null] as const),
      pounds: 1 + Math.floor(random() * (mostPounds[type] ?? 1)),
      kids: maybe(),
      dogs: maybe(),
      cats: maybe(),
      isTrained: random() < 0.5,
      isAltered: random() < 0.7,
      isSpecial: random() < 0.2,
      state: pick(['available', 'available', 'available', 'pending', 'adopted'] as const),
      text: pick(texts),
      photos: random() < 0.5 ? [`https://photos.example.org/${number}.jpg`] : [],
    }
  })
}

const mostPounds: Readonly<Record<string, number>> = {
  Dog: 80,
  Cat: 18,
  Rabbit: 11,
  'Small & Furry': 3,
}

const bandOf = (months: number): string =>
  months < 12 ? 'Baby' : months < 36 ? 'Young' : months < 96 ? 'Adult' : 'Senior'

/** An animal in the format of Petfinder's `GET /v2/animals`. */
export const petfinderAnimal = (animal: Animal) => ({
  id: 70_000_000 + animal.number,
  organization_id: 'ZZ999',
  url: `https://www.petfinder.example/${animal.number}`,
  type: animal.type,
  species: animal.species,
  breeds: { primary: animal.breed, secondary: null, mixed: animal.isMixed, unknown: false },
  colors: { primary: animal.color, secondary: null, tertiary: null },
  age: bandOf(animal.months),
  gender: animal.sex,
  size: animal.size,
  coat: animal.coat,
  attributes: {
    spayed_neutered: animal.isAltered,
    house_trained: animal.isTrained,
    declawed: null,
    special_needs: animal.isSpecial,
    shots_current: true,
  },
  environment: { children: animal.kids, dogs: animal.dogs, cats: animal.cats },
  tags: animal.kids ? ['Friendly', 'Gentle'] : [],
  name: animal.name,
  description: animal.text || null,
  organization_animal_id: null,
  photos: animal.photos.map((url) => ({
    small: `${url}?width=100`,
    medium: `${url}?width=300`,
    large: `${url}?width=600`,
    full: url,
  })),
  primary_photo_cropped: null,
  videos: [],
  status: animal.state === 'adopted' ? 'adopted' : 'adoptable',
  status_changed_at: '2025-11-01T10:00:00+0000',
  published_at: `2025-10-${String(1 + (animal.number % 28)).padStart(2, '0')}T14:49:09+0000`,
  distance: null,
  contact: {
    email: 'hello@shelter.example',
    phone: '555-555-5555',
    address: {
      address1: null,
      address2: null,
      city: 'Springfield',
      state: 'ZZ',
      postcode: '00000',
      country: 'US',
    },
  },
  _links: { self: { href: `/v2/animals/${70_000_000 + animal.number}` } },
})

const petfinder = (animals: Animal[]): string => {
  const listed = animals.map(petfinderAnimal)
  const [first, second, third] = listed
  const flawed = [
    ...listed,
    { ...first, name: 'The same again' },
    { ...second, id: 70_000_101, description: 'Her &quot;people&quot; moved.<br>She stayed.' },
    { ...third, id: 70_000_102, coat: 'Fluffy', size: 'Huge', name: '' },
  ]
  return JSON.stringify({ animals: flawed, pagination: { count_per_page: 100, total_pages: 1 } }, null, 1)
}

const shelterluv = (animals: Animal[]): string =>
  JSON.stringify({
    success: 1,
    animals: animals.map((animal) => ({
      ID: String(animal.number),
      'Internal-ID': String(20_000_000 + animal.number),
      Name: animal.name,
      LitterGroupId: null,
      Type: animal.type === 'Small & Furry' ? animal.species : animal.type,
      CurrentLocation: { Tier1: 'Building', Tier2: 'Room 1' },
      Sex: animal.sex,
      Status: shelterluvStatus(animal),
      InFoster: false,
      CurrentWeightPounds: animal.number % 3 === 0 ? `${animal.pounds} lbs` : String(animal.pounds),
      Size: animal.size === 'Extra Large' ? 'X-Large (100+)' : animal.size,
      Altered: animal.isAltered ? 'Yes' : 'No',
      DOBUnixTime: '',
      Age: animal.months,
      CoverPhoto: animal.photos[0] ?? 'https://www.shelterluv.example/default_images/default_cat.png',
      Photos: animal.photos,
      Videos: [],
      Breed: `${animal.breed}${animal.isMixed ? ' / Mix' : ''}`,
      Color: animal.color.replace(' / ', '/'),
      Pattern: 'None',
      AdoptionFeeGroup: { Id: '1', Name: 'Adult', Price: '100.00', Discount: 0, Tax: 0 },
      Description: animal.text,
      Microchips: [{ Id: animal.number % 2 ? '981 020 033 339 853' : '', Issuer: 'Found' }],
      LastIntakeUnixTime: '1756700000',
      Attributes: [
        ...(animal.kids === true ? [{ AttributeName: 'Good with kids', Publish: 'Yes' }] : []),
        ...(animal.cats === false ? [{ AttributeName: 'No cats', Publish: 'Yes' }] : []),
        { AttributeName: 'Playful', Publish: 'Yes' },
        { AttributeName: 'Barks at mail carriers', Publish: 'No' },
      ],
    })),
    has_more: false,
    total_count: animals.length,
  })

const shelterluvStatus = ({ state, number }: Animal): string => {
  if (state === 'adopted') return 'Healthy In Home'
  if (state === 'pending') return 'Adoption Pending'
  return number % 7 === 0 ? 'Welfare Assessment' : 'Available For Adoption'
}

const rescueGroups = (animals: Animal[]): string => {
  const pictures = animals.flatMap(({ number, photos }) =>
    photos.map((url) => ({
      type: 'pictures',
      id: `9${number}`,
      attributes: { order: 1, original: { url }, large: { url: `${url}?width=500` } },
    })),
  )
  const species = [...new Set(animals.map((animal) => animal.species))].map((name, at) => ({
    type: 'species',
    id: String(at + 1),
    attributes: { singular: name, plural: `${name}s` },
  }))
  return JSON.stringify({
    meta: { count: animals.length, pages: 1 },
    data: animals.map((animal) => ({
      type: 'animals',
      id: String(8_000_000 + animal.number),
      attributes: {
        name: animal.name,
        sex: animal.sex,
        ageGroup: bandOf(animal.months),
        ageString: `${Math.floor(animal.months / 12)} Years ${animal.months % 12} Months`,
        breedPrimary: animal.breed,
        breedString: animal.breed,
        isBreedMixed: animal.isMixed,
        sizeGroup: animal.size === 'Extra Large' ? 'X-Large' : animal.size,
        sizeCurrent: animal.pounds,
        sizeUOM: 'Pounds',
        coatLength: animal.coat,
        colorDetails: animal.color,
        isKidsOk: animal.kids,
        isDogsOk: animal.dogs,
        isCatsOk: animal.cats,
        isHousetrained: animal.isTrained,
        isSpecialNeeds: animal.isSpecial,
        descriptionHtml: animal.text && `<p>${animal.text}</p>`,
        adoptionFeeString: animal.number % 2 ? '$125.00' : 'Ask us',
        isAdoptionPending: animal.state === 'pending',
        energyLevel: 'Moderately Active',
        pictureThumbnailUrl: animal.photos[0] && `${animal.photos[0]}?width=100`,
      },
      relationships: {
        species: {
          data: [
            {
              type: 'species',
              id: species.find(({ attributes }) => attributes.singular === animal.species)?.id,
            },
          ],
        },
        pictures: {
          data: animal.photos.map(() => ({ type: 'pictures', id: `9${animal.number}` })),
        },
      },
    })),
    included: [...species, ...pictures],
  })
}

const yesNo = (said: boolean | null): string => (said === null ? '' : said ? 'Yes' : 'No')

const rescueGroupsCsv = (animals: Animal[]): string =>
  csv(
    animals.map((animal) => ({
      externalID: `RG-${animal.number}`,
      name: animal.name,
      status: rescueGroupsStatus(animal),
      type: animal.species,
      priBreed: animal.breed,
      secBreed: '',
      mix: yesNo(animal.isMixed),
      sex: animal.sex,
      age: bandOf(animal.months),
      okwithdogs: yesNo(animal.dogs),
      okwithcats: yesNo(animal.cats),
      okwithkids: yesNo(animal.kids),
      declawed: '',
      housebroken: yesNo(animal.isTrained),
      specialNeeds: yesNo(animal.isSpecial),
      altered: yesNo(animal.isAltered),
      size: animal.size,
      uptodate: 'Yes',
      color: animal.color,
      coatLength: animal.coat ?? '',
      dsc: animal.text && `${animal.text}<br>Call us!`,
      photo1: animal.photos[0] ?? '',
      foundZipcode: '',
    })),
  )

const rescueGroupsStatus = ({ state }: Animal): string =>
  ({ available: 'Available', pending: 'Hold', adopted: 'Adopted' })[state]

/** With semicolons and in Windows-1252, as saved by a European spreadsheet. */
const asm3 = (animals: Animal[]): Buffer => {
  const good = (said: boolean | null) => (said === null ? 'Unknown' : said ? 'Yes' : 'No')
  const text = csv(
    animals.map((animal) => ({
      ID: animal.number,
      SHELTERCODE: `D2025${String(animal.number).padStart(3, '0')}`,
      ANIMALNAME: animal.name.replace('Ł', 'L'),
      SPECIESNAME: animal.species,
      BREEDNAME: animal.breed,
      BREEDNAME1: animal.breed,
      BREEDNAME2: animal.breed,
      CROSSBREED: animal.isMixed ? 1 : 0,
      DATEOFBIRTH: bornOn(animal.months),
      ESTIMATEDDOB: 1,
      ANIMALAGE: `${Math.floor(animal.months / 12)} years.`,
      SEX: { Female: 0, Male: 1, Unknown: 2 }[animal.sex],
      SEXNAME: animal.sex,
      SIZENAME: animal.size === 'Extra Large' ? 'Very Large' : animal.size,
      WEIGHT: animal.pounds,
      BASECOLOURNAME: animal.color,
      COATTYPENAME: animal.coat ?? '',
      ANIMALCOMMENTS: animal.text,
      ISGOODWITHCHILDRENNAME: animal.number % 6 === 0 ? 'Over 5' : good(animal.kids),
      ISGOODWITHDOGSNAME: good(animal.dogs),
      ISGOODWITHCATSNAME: good(animal.cats),
      ISHOUSETRAINEDNAME: good(animal.isTrained),
      NEUTEREDNAME: yesNo(animal.isAltered),
      HASSPECIALNEEDSNAME: yesNo(animal.isSpecial),
      FEE: 12_500,
      IDENTICHIPPED: 1,
      IDENTICHIPNUMBER: '981020033339853',
      DATEBROUGHTIN: '2025-09-01 00:00:00',
      WEBSITEMEDIANAME: `${animal.number}.jpg`,
      BONDEDANIMAL1CODE: animal.number === 2 ? 'D2025001' : animal.number === 3 ? 'D2025999' : '',
      ORIGINALOWNERNAME: 'Somebody Invented',
      ISNOTAVAILABLEFORADOPTION: 0,
      HASACTIVERESERVE: animal.state === 'pending' ? 1 : 0,
      ACTIVEMOVEMENTTYPE: animal.state === 'adopted' ? 1 : 0,
    })),
    ';',
  )
  return windows1252(text)
}

/**
 * As the menu "Export Animals as CSV" writes it: the last animal has died, and one row is a
 * vaccination.
 */
const asm3Export = (animals: Animal[]): string => {
  const good = (said: boolean | null) => (said === null ? 'Unknown' : said ? 'Yes' : 'No')
  const rows = animals.map((animal) => ({
    ANIMALID: 500 + animal.number,
    ANIMALCODE: codeOf('D2026', animal),
    ANIMALLITTER: '',
    ANIMALNAME: animal.name,
    ANIMALSEX: animal.sex,
    ANIMALTYPE: `${animal.species.charAt(0)} (${animal.species})`,
    ANIMALWEIGHT: animal.pounds,
    ANIMALCOLOR: animal.color,
    ANIMALBREED1: animal.breed,
    ANIMALBREED2: animal.breed,
    ANIMALDOB: americanDay(bornOn(animal.months)),
    ANIMALLOCATION: 'Kennels',
    ANIMALSPECIES: animal.species,
    ANIMALDESCRIPTION: animal.text,
    ANIMALNEUTERED: animal.isAltered ? 1 : 0,
    ANIMALMICROCHIP: '981020033339853',
    ANIMALENTRYDATE: '09/01/2025',
    ANIMALDECEASEDDATE: animal.number === animals.length ? '10/02/2025' : '',
    ANIMALEUTHANIZED: 0,
    ANIMALNOTFORADOPTION: 0,
    ANIMALNONSHELTER: 0,
    ANIMALGOODWITHCATS: good(animal.cats),
    ANIMALGOODWITHDOGS: good(animal.dogs),
    ANIMALGOODWITHKIDS: animal.number % 6 === 0 ? 'Over 5' : good(animal.kids),
    ANIMALHOUSETRAINED: good(animal.isTrained),
    ANIMALIMAGE: asm3Photo(animal),
    COSTDATE: '',
    COSTTYPE: '',
    COSTAMOUNT: '',
    LOGDATE: '',
    LOGTYPE: '',
    ORIGINALOWNERFIRSTNAME: '',
    MOVEMENTTYPE: animal.state === 'adopted' ? 1 : 0,
    MOVEMENTDATE: '',
    TESTTYPE: '',
    TESTRESULT: '',
    VACCINATIONTYPE: '',
    VACCINATIONGIVENDATE: '',
    MEDICALNAME: '',
    MEDICALGIVENDATE: '',
  }))
  const [first] = rows
  if (!first) return ''
  const blank = Object.fromEntries(Object.keys(first).map((name) => [name, '']))
  // Each row for a photo, a treatment, a cost or a log repeats the code and the name.
  return csv(
    rows.flatMap((row, at) => {
      const { ANIMALCODE, ANIMALNAME } = row
      const isLast = at === rows.length - 1
      const some = otherRows.filter((_, kind) => isLast || at % otherRows.length === kind)
      return [row, ...some.map((other) => ({ ...blank, ANIMALCODE, ANIMALNAME, ...other }))]
    }),
  )
}

const asm3Photo = ({ number }: Animal): string =>
  number % 3 === 0
    ? `https://service.example.org/asmservice?account=x&method=animal_image&animalid=${500 + number}`
    : ''

const otherRows = [
  { VACCINATIONTYPE: 'Rabies', VACCINATIONGIVENDATE: '09/03/2025' },
  { TESTTYPE: 'Heartworm', TESTRESULT: 'Negative' },
  { COSTDATE: '09/04/2025', COSTTYPE: 'Board', COSTAMOUNT: '20.0' },
  {
    ANIMALIMAGE: 'https://service.example.org/asmservice?account=x&method=media_file&mediaid=22',
  },
  { MEDICALNAME: 'Wormer', MEDICALGIVENDATE: '09/05/2025' },
  { LOGDATE: '09/06/2025', LOGTYPE: 'Bite' },
]

const codeOf = (prefix: string, { number }: Animal): string => `${prefix}${String(number).padStart(3, '0')}`

const americanDay = (day: string): string => day.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1')

/** An animal report of Shelterluv, in which weights have no unit. */
const shelterluvReport = (animals: Animal[]): string =>
  csv(
    animals.map((animal) => ({
      'Animal ID': codeOf('SHEL-A-', animal),
      Name: animal.name,
      Species: animal.species,
      Sex: animal.sex,
      'Age (Y/M/D)': yearsMonthsDays(animal.months),
      'Primary Breed': animal.breed,
      'Secondary Breed': animal.isMixed ? 'Mix' : '',
      'Primary Color': animal.color,
      'Current Weight': animal.pounds,
      Size: animal.size,
      Attributes: '',
      'Altered in Care': animal.isAltered ? 'Altered in care' : 'No',
      'Microchip Number': '981020033339853',
      'Created Date': '09/01/2025',
      'Kennel Card / Web Site Memo': animal.text,
      Status: shelterluvStatus(animal),
    })),
  )

const yearsMonthsDays = (months: number): string => `${Math.floor(months / 12)}Y/ ${months % 12}M/ 0D`

/** A report of RescueGroups, which has other columns than its imports. */
const rescueGroupsReport = (animals: Animal[]): string =>
  csv(
    animals.map((animal) => ({
      'Animal ID': 7_301_000 + animal.number,
      'Internal ID': '',
      'Rescue ID': '',
      Status: rescueGroupsStatus(animal),
      Species: animal.species,
      Name: animal.name,
      Created: '09/01/2025',
      'Last Updated': '09/02/2025',
      'Received Date': '09/01/2025',
      Birthdate: americanDay(bornOn(animal.months)),
      'General Age': bandOf(animal.months),
      Mixed: yesNo(animal.isMixed),
      Sex: animal.sex,
      'Primary Breed': animal.breed,
      'Secondary Breed': '',
      'Color (General)': animal.color,
      'Size Potential (General)': animal.size,
      Declawed: '',
      'Special Needs': yesNo(animal.isSpecial),
      Altered: yesNo(animal.isAltered),
      Housetrained: yesNo(animal.isTrained),
      'OK with Cats': yesNo(animal.cats),
      'OK with Kids': yesNo(animal.kids),
      'OK with Dogs': yesNo(animal.dogs),
      'Microchip Number': '981020033339853',
      Description: animal.text && `<p>${animal.text}</p>`,
      Location: 'Foster',
      Summary: '',
    })),
  )

const asm3Petfinder = (animals: Animal[]): string => {
  const not = (said: boolean | null) => (said === null ? '' : said ? '0' : '1')
  return csv(
    animals.map((animal) => ({
      ID: `D2025${String(animal.number).padStart(3, '0')}`,
      Internal: `D2025${String(animal.number).padStart(3, '0')}`,
      AnimalName: animal.name,
      PrimaryBreed: animal.breed,
      SecondaryBreed: '',
      Sex: animal.sex.charAt(0),
      Size: sizeLetter(animal),
      Age: bandOf(animal.months),
      Desc: animal.text.replaceAll('\n', '&#10;'),
      Type: animal.type,
      Status: animal.state === 'pending' ? 'H' : 'A',
      Shots: '1',
      Altered: animal.isAltered ? '1' : '',
      NoDogs: not(animal.dogs),
      NoCats: not(animal.cats),
      NoKids: not(animal.kids),
      Housetrained: animal.isTrained ? '1' : '',
      Declawed: '',
      specialNeeds: animal.isSpecial ? '1' : '',
      Mix: animal.isMixed ? '1' : '',
      photo1: animal.photos[0] ?? '',
      arrival_date: '2025-09-01',
      birth_date: bornOn(animal.months),
      primaryColor: animal.color,
      adoption_fee: '125.00',
      display_adoption_fee: '1',
    })),
  )
}

const adoptAPet = (animals: Animal[], separator = ',', id = 'AP-'): string =>
  csv(
    animals.map((animal) => ({
      Id: `${id}${animal.number}`,
      Animal: animal.type === 'Small & Furry' ? 'Small Animal' : animal.type,
      Breed: animal.breed,
      Breed2: '',
      Purebred: animal.isMixed ? '0' : '1',
      Age: bandOf(animal.months) === 'Baby' ? 'Puppy' : bandOf(animal.months),
      Name: animal.name,
      Size: sizeLetter(animal),
      Sex: animal.sex.charAt(0),
      Description: animal.text,
      Status: animal.state === 'adopted' ? 'Adopted' : 'Available',
      GoodWKids: one(animal.kids),
      GoodWCats: one(animal.cats),
      GoodWDogs: one(animal.dogs),
      SpayedNeutered: one(animal.isAltered),
      ShotsCurrent: '1',
      Housetrained: one(animal.isTrained),
      Declawed: '0',
      SpecialNeeds: one(animal.isSpecial),
      HairLength: animal.coat ?? '',
      YouTubeVideoURL: animal.number === 1 ? 'https://www.youtube.com/watch?v=abc' : '',
    })),
    separator,
  )

const one = (said: boolean | null): string => (said === null ? '' : said ? '1' : '0')
const sizeLetter = ({ size }: Animal): string => ({ Small: 'S', Medium: 'M', Large: 'L', 'Extra Large': 'XL' })[size]

const petstore = (animals: Animal[]): string =>
  JSON.stringify(
    animals.map((animal) => ({
      id: animal.number,
      category: { id: 1, name: `${animal.species}s` },
      name: animal.name,
      photoUrls: animal.photos.length > 0 ? animal.photos : ['string'],
      tags: [{ id: 0, name: animal.coat ?? 'string' }],
      status: { available: 'available', pending: 'pending', adopted: 'sold' }[animal.state],
    })),
  )

/** A shelter's own spreadsheet. */
const spreadsheet = (animals: Animal[]): string =>
  `\ufeff${csv(
    animals.map((animal) => ({
      'Tag No': `W-${animal.number}`,
      'Animal Name': animal.name,
      TYPE: animal.species.toUpperCase(),
      Breed: `${animal.breed}${animal.isMixed ? ' mix' : ''}`,
      'How old?': `${Math.floor(animal.months / 12)} yrs ${animal.months % 12} mths`,
      'M/F': animal.sex,
      Weight: `${animal.pounds} lbs`,
      'Kids ok': animal.kids === null ? 'unknown' : animal.kids ? '-1' : '0',
      Born: animal.number % 5 === 0 ? '3/4/2024' : '',
      'Adoption fee': '$125',
      Where: { available: 'Available', pending: 'On hold', adopted: 'Adopted' }[animal.state],
      Notes: animal.text,
    })),
  )}`

/** The month of birth, computed from a fixed day so that the files do not change. */
const bornOn = (months: number): string => new Date(Date.UTC(2025, 10 - months, 1)).toISOString().slice(0, 10)

const csv = (rows: Record<string, string | number>[], separator = ','): string => {
  const quoted = (value: string | number) => {
    const text = String(value)
    return /["\r\n,;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  const lines = [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))]
  return lines.map((line) => `${line.map(quoted).join(separator)}\r\n`).join('')
}

const windows1252 = (text: string): Buffer => Buffer.from(text.replaceAll('’', '\x92'), 'latin1')

/** Numbers from 0 up to 1 (xorshift32). */
const generator = (seed: number): (() => number) => {
  let state = seed >>> 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state / 2 ** 32
  }
}

/** All files by name. */
export const movingIn = (): Record<string, string | Buffer> => {
  const animals = shelter()
  return {
    'petfinder.json': petfinder(animals),
    'rescuegroups.json': rescueGroups(animals),
    'rescuegroups.csv': rescueGroupsCsv(animals),
    'asm3.csv': asm3(animals),
    'asm3-export.csv': asm3Export(animals),
    'asm3-petfinder.csv': asm3Petfinder(animals),
    // Without its header, as that program uploads it.
    'asm3-adoptapet.csv': adoptAPet(animals, ',', 'D2025').replace(/^[^\n]*\n/, ''),
    'shelterluv.json': shelterluv(animals),
    'shelterluv-report.csv': shelterluvReport(animals),
    'rescuegroups-report.csv': rescueGroupsReport(animals),
    'adoptapet.csv': adoptAPet(animals),
    'petstore.json': petstore(animals),
    'spreadsheet.csv': spreadsheet(animals),
  }
}

if (import.meta.main) {
  const folder = new URL('./moving-in/', import.meta.url)
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(movingIn())) writeFileSync(new URL(name, folder), text)
}
