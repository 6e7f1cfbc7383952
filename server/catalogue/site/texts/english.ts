import { type AnimalTexts, counting, sexNames, speciesNames } from '../../../animals/profiles/labels.ts'
import type { Sex } from '../../../animals/profiles/profile-values.ts'
import { englishForms } from './english-forms.ts'

const { number, count, and } = counting('en')

const animals: AnimalTexts = {
  language: 'en',
  species: speciesNames,
  sex: sexNames,
  size: { small: 'Small', medium: 'Medium', large: 'Large', extraLarge: 'Extra large' },
  ageBand: {
    baby: 'Under 1 year',
    young: '1 to 2 years',
    adult: '3 to 7 years',
    senior: '8 years and over',
  },
  coat: {
    hairless: 'Hairless',
    short: 'Short',
    medium: 'Medium',
    long: 'Long',
    wire: 'Wire',
    curly: 'Curly',
  },
  companion: { children: 'Children', dogs: 'Dogs', cats: 'Cats' },
  status: { available: 'Available', pending: 'On hold', sold: 'Adopted' },
  anyAnimal: 'Animal',
  twoBreeds: and,
  mixedBreed: (kind) => `${kind}, mixed breed`,
  mix: (breed) => `${breed} mix`,
  underOneMonth: 'under 1 month',
  weeks: (value) => count(value, 'week', 'weeks'),
  months: (value) => count(value, 'month', 'months'),
  years: (value) => count(value, 'year', 'years'),
  yearAndMonths: (year, months) => `${year} and ${months}`,
  about: (age) => `about ${age}`,
  noFee: 'None',
  away: (distance) => `${distance} away`,
  underAway: (distance) => `less than ${distance} away`,
}

const layout = {
  /** The name of a site whose store has none. */
  siteName: 'Animal Adoption',
  skip: 'Skip to content',
  mainMenu: 'Main',
  adopt: 'Adopt',
  how: 'How it works',
  visit: 'Visit us',
  footer: 'More',
  allAnimals: 'All animals',
  feed: 'Feed',
  developers: 'For developers',
  staff: 'For staff',
  language: 'Language',
  /** At the foot of pages in a language that nobody has read yet. */
  machineTranslated: 'This page was translated by machine. If something reads oddly, please tell us.',
  breadcrumb: 'Breadcrumb',
  noPhoto: 'No photo yet',
  photoOf: (name: string) => `Photo of ${name}`,
  numberedPhoto: (at: number, name: string) => `Photo ${at} of ${name}`,
}

const home = {
  title: (site: string, city: string | undefined) =>
    `${site}: adopt an animal${city === undefined ? '' : ` in ${city}`}`,
  heading: 'Someone here is waiting to come home with you.',
  waiting: (total: number, city: string | undefined) =>
    `${count(total, 'animal is', 'animals are')} looking for a family${city === undefined ? '' : ` in ${city}`}.`,
  meet: "Meet them, and let's find out together whether you're a match.",
  picks: 'Who is waiting',
  everyone: 'Everyone',
  withChildren: 'Good with children',
  seniors: 'Seniors',
  longest: 'Waiting longest',
  newest: 'New here',
  waitingLongest: 'Waiting the longest',
  seeAll: 'See all',
  steps: [
    ['Find your match', 'Look around, and read what the people who care for them every day have written.'],
    ['Apply', "Tell us who you are and how you live. It takes about ten minutes, and you don't need an account."],
    ['Meet', 'Come by, take your time, and come back. It has to be right for both of you.'],
    ['Go home together', 'We help with the first days, and are here for your questions later.'],
  ],
}

const list = {
  title: (kind: string, shelter: string | undefined) =>
    `${kind} to adopt${shelter === undefined ? '' : ` at ${shelter}`}`,
  animals: 'Animals',
  about: (kind: string, place: string) =>
    `${kind} at ${place} are looking for a home. Meet them, and find the one for you.`,
  count: (total: number) => count(total, 'animal', 'animals'),
  moreThan: (total: number) => `More than ${count(total, 'animal', 'animals')}`,
  newAnimals: 'New animals',
  kinds: 'Kinds of animals',
  removeFilter: 'Remove filter:',
  clear: 'Clear all',
  goodWith: (companions: readonly string[]) => `Good with ${companions.join(' and ')}`,
  goodWithOne: { children: 'children', dogs: 'dogs', cats: 'cats' },
  noSpecialNeeds: 'No special needs',
  someShelters: 'Some shelters',
  within: (distance: string, place: string) => `Within ${distance} of ${place}`,
  near: (place: string) => `Near ${place}`,
  noMatch: 'No animals match these filters.',
  noMatchAdvice: 'Remove a filter, or see all animals.',
  none: 'Everyone has found a home.',
  noneAdvice: 'No animals are waiting right now. Please come back soon: that rarely lasts long.',
  showEveryone: 'Show everyone',
  pages: 'Pages',
  firstPage: 'First page',
  more: 'More animals',
  ignored: (value: string, filter: string | undefined) =>
    `We don't recognise “${value}”${filter === undefined ? '' : ` (${filter})`}, so we ignored it.`,
  noPlace: (place: string) => `We couldn't find a shelter in “${place}”. Try a city or postcode.`,
  noPage: 'That page no longer exists, so here is the first one.',
  waiting: (wait: string) => `Waiting ${wait}`,
  bonded: 'Bonded',
}

const filter = {
  search: 'Search',
  searchHint: 'Name, breed or character',
  species: 'Species',
  breed: 'Breed',
  tag: 'Tag',
  shelter: 'Shelter',
  near: 'Near',
  nearHint: 'City or postcode',
  within: 'Within',
  anyDistance: 'Any distance',
  order: 'Order',
  bestMatch: 'Best match',
  newestFirst: 'Newest first',
  waitingLongest: 'Waiting longest',
  name: 'Name',
  nearest: 'Nearest',
  show: 'Show animals',
  more: 'More filters',
  age: 'Age',
  size: 'Size',
  sex: 'Sex',
  any: 'Any',
  availability: 'Availability',
  goodWith: 'Good with',
  also: 'Also',
  houseTrained: 'House-trained',
  specialNeeds: 'Special needs',
}

const animal = {
  title: (name: string) => `Adopt ${name}`,
  adoptedTitle: (name: string) => `${name} has been adopted`,
  foundHome: (name: string) => `${name} has found a home.`,
  othersWait: 'Others are still waiting for one.',
  meetOthers: 'Meet the others',
  about: (name: string) => `About ${name}`,
  waitingFor: (wait: string) => `waiting for ${wait}`,
  getsAlong: 'Gets along with',
  not: 'Not:',
  houseTrained: 'House-trained',
  share: 'Share',
  shareSubject: (name: string) => `Meet ${name}`,
  apply: 'Apply to adopt',
  ask: 'Ask',
  askSubject: (name: string, id: bigint) => `${name} (no. ${id})`,
  askText: (name: string, url: string) => `Hello,\n\nI would like to meet ${name}: ${url}\n\n`,
  onHold: (name: string) => `${name} is on hold for someone. You can still apply, in case it doesn't work out.`,
  tenMinutes: "It takes about ten minutes, and you don't need an account.",
  kennelCard: 'Print a kennel card',
  sex: 'Sex',
  size: 'Size',
  coat: 'Coat',
  /** Spelled as in the country of the shelter. */
  colours: (count: number, country: string | null) => `${country === 'US' ? 'Color' : 'Colour'}${count > 1 ? 's' : ''}`,
  fee: 'Adoption fee',
  health: 'Health',
  specialNeeds: 'Special needs',
  breed: 'Breed',
  age: 'Age',
  and,
  /** `sex` is that of the animal, for words that depend on it. */
  neutered: (sex: Sex | null, is: boolean) => {
    const word = sex === 'female' ? 'spayed' : 'neutered'
    return is ? word : `not ${word}`
  },
  vaccinated: (_sex: Sex | null, is: boolean): string => (is ? 'Vaccinated' : 'Not vaccinated yet'),
  declawed: (_sex: Sex | null): string => 'declawed',
  story: (sex: Sex | null): string => (sex === null ? 'Their story' : sex === 'female' ? 'Her story' : 'His story'),
  comesWith: (names: string) => `Comes together with ${names}`,
  video: (at: number | undefined) => (at === undefined ? 'Video' : `Video ${at}`),
  tags: 'Tags',
  policy: 'How adoption works here',
}

const card = {
  title: (name: string) => `Kennel card for ${name}`,
  manyTitle: 'Kennel cards',
  scan: (name: string) => `Scan to meet ${name}`,
  number: (id: bigint) => `No. ${id}`,
  print: (link: string) => `Print this page, or go ${link}.`,
  back: 'back to the animal',
  code: "QR code for this animal's page",
}

/** Everything that visitors read in English. The other languages have the same texts. */
export const english = {
  number,
  animals,
  layout,
  home,
  list,
  filter,
  animal,
  card,
  ...englishForms,
}

export type SiteTexts = typeof english
