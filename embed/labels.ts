/**
 * The texts of the gallery in English. A page may replace them; `{n}` and other names in braces are
 * filled in.
 */
const english = {
  all: 'All',
  'species.dog': 'Dogs',
  'species.cat': 'Cats',
  'species.rabbit': 'Rabbits',
  'species.smallFurry': 'Small animals',
  'species.bird': 'Birds',
  'species.horse': 'Horses',
  'species.reptile': 'Reptiles',
  'species.fish': 'Fish',
  'species.barnyard': 'Farm animals',
  'species.other': 'Others',
  'kind.dog': 'Dog',
  'kind.cat': 'Cat',
  'kind.rabbit': 'Rabbit',
  'kind.smallFurry': 'Small animal',
  'kind.bird': 'Bird',
  'kind.horse': 'Horse',
  'kind.reptile': 'Reptile',
  'kind.fish': 'Fish',
  'kind.barnyard': 'Farm animal',
  'kind.other': 'Animal',
  'age.name': 'Age',
  'age.any': 'Any age',
  'age.baby': 'Under 1 year',
  'age.young': '1 to 2 years',
  'age.adult': '3 to 7 years',
  'age.senior': '8 years and over',
  'size.name': 'Size',
  'size.any': 'Any size',
  'size.small': 'Small',
  'size.medium': 'Medium',
  'size.large': 'Large',
  'size.extraLarge': 'Extra large',
  'sex.name': 'Sex',
  'sex.any': 'Any sex',
  'sex.female': 'Female',
  'sex.male': 'Male',
  'goodWith.children': 'Good with children',
  'goodWith.dogs': 'Good with dogs',
  'goodWith.cats': 'Good with cats',
  'with.children': 'Children',
  'with.dogs': 'Dogs',
  'with.cats': 'Cats',
  'with.yes': 'Good with {who}',
  'with.no': 'Not good with {who}',
  'with.unknown': 'Not known: {who}',
  filters: 'Filters',
  search: 'Search animals',
  clear: 'Clear filters',
  'count.one': '{n} animal',
  'count.other': '{n} animals',
  shown: '{shown} of {n}',
  more: 'Show more',
  empty: 'No animals here right now. Please come back soon.',
  none: 'No animals match these filters.',
  pending: 'On hold',
  mixed: '{breed} mix',
  animals: 'Animals',
  close: 'Close',
  previous: 'Previous photo',
  next: 'Next photo',
  photo: 'Photo {n} of {total}',
  apply: 'Apply to adopt',
  coat: 'Coat',
  'coat.hairless': 'Hairless',
  'coat.short': 'Short',
  'coat.medium': 'Medium',
  'coat.long': 'Long',
  'coat.wire': 'Wire',
  'coat.curly': 'Curly',
  colors: 'Colours',
  fee: 'Adoption fee',
  health: 'Health',
  houseTrained: 'House-trained',
  spayedNeutered: 'Spayed or neutered',
  vaccinated: 'Vaccinated',
  declawed: 'Declawed',
  specialNeeds: 'Special needs',
  video: 'Watch a video',
  distance: '{n} away',
  limited: 'Too many visitors right now.',
  retryIn: 'Trying again in {n}.',
  later: 'Please come back later.',
  offline: 'Please check your connection.',
  failed: 'The animals cannot be loaded right now.',
  retry: 'Try again',
}

export type LabelName = keyof typeof english
/** Some or all texts in the language of the page. */
export type Labels = Partial<Record<string, string>>

/** How texts, numbers and measures are written for a visitor. */
export type Wording = ReturnType<typeof wordingOf>

export const wordingOf = (language: string, labels: Labels) => {
  const locale = knownLocale(language)
  // Values that are not texts are mistakes of the page, and are ignored.
  const own = Object.entries(labels).filter(([, label]) => typeof label === 'string')
  const texts = new Map<string, string>([
    ...Object.entries(english),
    ...(own as [string, string][]),
  ])

  const number = (value: number, options?: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(locale, options).format(value)
  const text = (name: LabelName, values: Record<string, string | number> = {}): string =>
    fillIn(texts.get(name) ?? name, values, number)

  return {
    locale,
    text,
    number,
    /**
     * The text of a value such as `species.dog`; the value itself if the store has values that this
     * script does not know.
     */
    value: (kind: string, value: string): string => texts.get(`${kind}.${value}`) ?? value,
    count: (n: number): string => {
      const name = `count.${new Intl.PluralRules(locale).select(n)}`
      return fillIn(texts.get(name) ?? text('count.other'), { n }, number)
    },
    measure: (value: number, unit: string, unitDisplay: 'long' | 'short' = 'long'): string =>
      number(value, { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 }),
    /** For an amount in minor units. */
    money: ({ amount, currency }: { amount: number; currency: string }): string => {
      const format = new Intl.NumberFormat(locale, {
        style: 'currency',
        currency,
        trailingZeroDisplay: 'stripIfInteger',
      })
      return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
    },
    list: (items: readonly string[]): string =>
      new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(items),
  }
}

const fillIn = (
  text: string,
  values: Record<string, string | number>,
  number: (value: number) => string,
): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    if (value === undefined) return whole
    return typeof value === 'number' ? number(value) : value
  })

const knownLocale = (language: string): string => {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'en'
  } catch {
    return 'en'
  }
}
