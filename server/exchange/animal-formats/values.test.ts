import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { chooseSeed } from '../../../test/harness/seeded.ts'
import { ageAt, dayOf } from '../../animals/profiles/age.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { birthDateFor, type ReadAge, readAge } from './ages.ts'
import { decimalMarks } from './amounts.ts'
import { type Circumstances, type Read, readName, readYesNo, Unreadable } from './animal-fields.ts'
import { readId, readMicrochip, readNeutered, readSize, readVaccinated } from './animal-words.ts'
import { asm3 } from './asm3.ts'
import { readBreed } from './breeds.ts'
import { readDate, readUnixDay } from './dates.ts'
import { flattened } from './foreign-animal.ts'
import { readFee, readWeight } from './measures.ts'
import { readSex } from './sexes.ts'
import { readStatus } from './statuses.ts'

const NOW_MS = Date.UTC(2026, 10, 25, 12)
const at: Circumstances = { nowMs: NOW_MS }
const settings = { seed: chooseSeed(), numRuns: 2_000 }

/** The value that a reader returns for a text, or that it reports it. */
const outcome = (read: Read, text: unknown, circumstances: Circumstances = at): unknown => {
  try {
    return read(text, circumstances)
  } catch (error) {
    if (error instanceof Unreadable) return 'reported'
    throw error
  }
}

const readBirth: Read = (value, circumstances) => {
  // It returns an age.
  const age = readAge(value, circumstances) as ReadAge | undefined
  return age && birthDateFor(age, circumstances.nowMs)
}

const checkAll = (read: Read, values: Record<string, unknown>, circumstances = at): void => {
  for (const [text, value] of Object.entries(values)) {
    assert.deepEqual(outcome(read, text, circumstances), value, text)
  }
}

const filler = fc.constantFrom('', 'about ', 'approx. ', '~', '(est.) ')
/** Turns a value into a text with more or another meaning. */
const more = fc.constantFrom(
  ' as of 3/4/2024',
  ' or so they say',
  '+',
  ' - 60',
  ' to 70',
  '?',
  ' maybe',
  ' x',
  ' (old scale)',
  ' and growing',
  ' 5',
  ' at intake',
  '; 3 more',
  ' >',
  ' / unknown',
)

test('a weight is read completely, or reported', () => {
  const units = {
    lb: 453.592_37,
    lbs: 453.592_37,
    pounds: 453.592_37,
    kg: 1_000,
    g: 1,
    oz: 28.349_523,
  }
  const amount = fc.oneof(
    fc.integer({ min: 1, max: 999 }).map((n) => ({ text: String(n), value: n })),
    fc.integer({ min: 1_000, max: 99_999 }).map((n) => ({ text: n.toLocaleString('en'), value: n })),
    fc.tuple(fc.nat(99), fc.integer({ min: 1, max: 99 })).map(([whole, part]) => {
      const digits = String(part).padStart(2, '0')
      return { text: `${whole}.${digits}`, value: whole + part / 100 }
    }),
    fc.tuple(fc.nat(99), fc.integer({ min: 1, max: 9 })).map(([whole, part]) => {
      return { text: `${whole},${part}`, value: whole + part / 10 }
    }),
    fc.nat(99).map((whole) => ({ text: `${whole} 1/2`, value: whole + 0.5 })),
  )
  const unit = fc.constantFrom(...(Object.keys(units) as (keyof typeof units)[]))
  fc.assert(
    fc.property(filler, amount, fc.constantFrom('', ' '), unit, more, (before, given, gap, name, tail) => {
      const text = `${before}${given.text}${gap}${name}`
      const grams = Math.round(given.value * units[name])
      assert.equal(outcome(readWeight, text), grams === 0 ? 0 : grams, text)
      assert.equal(outcome(readWeight, text + tail), 'reported', text + tail)
    }),
    settings,
  )
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300 }), fc.nat(40), (pounds, ounces) => {
      const text = `${pounds} lb ${ounces} oz`
      const grams = Math.round(pounds * 453.592_37 + ounces * 28.349_523)
      assert.equal(outcome(readWeight, text), ounces < 16 ? grams : 'reported', text)
      // Two units can only be added if one is the smaller unit of the other.
      assert.equal(outcome(readWeight, `${pounds} lb ${ounces + 1_000} kg`), 'reported')
    }),
    settings,
  )
  checkAll(readWeight, {
    '1,200 lbs': 544_311,
    '1.200 kg': 'reported',
    '0.500 kg': 500,
    '12 lbs (5.4 kg)': 5_443,
    '12 lbs (9 kg)': 'reported',
    '45-50 lbs': 'reported',
    '12# 4oz': 5_557,
    '½ lb': 227,
    '12.5.3 kg': 'reported',
    '1,20,0 lbs': 'reported',
    constructor: 'reported',
    '5 constructor': 'reported',
    '': undefined,
    '0.0': undefined,
  })
})

test('the whole column decides what a dot or a comma means', () => {
  const marksOf = (...column: string[]) => {
    const marks = decimalMarks()
    for (const text of column) marks.add(text)
    return { ...at, decimalMark: marks.mark() }
  }
  assert.equal(outcome(readWeight, '1.200 kg', marksOf('1.200 kg', '21.4 kg')), 1_200)
  assert.equal(outcome(readWeight, '1.200 kg', marksOf('1.200 kg', '21,4 kg')), 1_200_000)
  assert.equal(outcome(readWeight, '1,200 kg', marksOf('1,200 kg', '21,4 kg')), 1_200)
  assert.equal(outcome(readWeight, '1.200 kg', marksOf('21.4 kg', '4,5 kg')), 'reported')
})

test('a date is read completely and exactly, or reported', () => {
  const names = [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ]
  const day = fc
    .integer({ min: Date.UTC(1930, 0, 1) / DAY_MS, max: Math.floor(NOW_MS / DAY_MS) - 1 })
    .map((days) => new Date(Math.floor(days) * DAY_MS))
  const forms: ((date: Date) => string)[] = [
    (date) => date.toISOString().slice(0, 10),
    (date) => date.toISOString(),
    (date) => date.toISOString().slice(0, 10).replaceAll('-', '/'),
    (date) => date.toISOString().slice(0, 10).replaceAll('-', ''),
    (date) => `${date.getUTCDate()}.${date.getUTCMonth() + 1}.${date.getUTCFullYear()}`,
    (date) => `${names[date.getUTCMonth()]} ${date.getUTCDate()} ${date.getUTCFullYear()}`,
    (date) => `${names[date.getUTCMonth()]?.slice(0, 3)} ${date.getUTCDate()}, ${date.getUTCFullYear()}`,
    (date) => `${date.getUTCDate()}-${names[date.getUTCMonth()]?.slice(0, 3)}-${date.getUTCFullYear()}`,
    (date) => `${date.getUTCDate()} ${names[date.getUTCMonth()]} ${date.getUTCFullYear()} 10:11 AM`,
  ]
  fc.assert(
    fc.property(day, fc.constantFrom(...forms), more, (date, form, tail) => {
      const text = form(date)
      assert.equal(outcome(readDate, text), date.toISOString().slice(0, 10), text)
      assert.equal(outcome(readDate, text + tail), 'reported', text + tail)
    }),
    settings,
  )
  fc.assert(
    fc.property(day, fc.constantFrom('mdy', 'dmy', undefined), (date, dateOrder) => {
      const [month, ofMonth] = [date.getUTCMonth() + 1, date.getUTCDate()]
      const year = date.getUTCFullYear()
      const text = dateOrder === 'dmy' ? `${ofMonth}/${month}/${year}` : `${month}/${ofMonth}/${year}`
      const isOne = dateOrder !== undefined || ofMonth > 12 || ofMonth === month
      const expected = isOne ? date.toISOString().slice(0, 10) : 'reported'
      assert.equal(outcome(readDate, text, { ...at, dateOrder }), expected, text)
    }),
    settings,
  )
  checkAll(readDate, {
    '5-May-21': '2021-05-05',
    '5-May-31': '1931-05-05',
    'November 16 2018': '2018-11-16',
    '2022/04/28 00:00:00': '2022-04-28',
    '2026-11-02T00:00:00.000': '2026-11-02',
    '43420': '2018-11-16',
    '1556400000': 'reported',
    '98000': 'reported',
    '20231345': 'reported',
    '30.2.2024': 'reported',
    '4/28/1899': 'reported',
    'May 2018': 'reported',
    '3/4/2024': 'reported',
  })
  assert.equal(outcome(readUnixDay, '1556400000'), '2019-04-27')
})

test('an age is read completely, or reported, as of the day of the import', () => {
  const age = fc.tuple(fc.nat(24), fc.nat(11))
  const forms: ((years: number, months: number) => string)[] = [
    (years, months) => `${years} years ${months} months`,
    (years, months) => `${years}Y/ ${months}M/ 0D`,
    (years, months) => `${years} yrs, ${months} mos.`,
    (years, months) => `${years}y${months}m`,
    (years, months) => `${years} years and ${months} months old`,
  ]
  const today = fc.integer({ min: 0, max: 800 }).map((days) => NOW_MS + days * DAY_MS)
  fc.assert(
    fc.property(filler, age, fc.constantFrom(...forms), today, more, (before, of, form, nowMs, tail) => {
      const text = before + form(...of)
      const born = String(outcome(readBirth, text, { nowMs }))
      const { months } = ageAt(BigInt(dayOf(born)), nowMs)
      assert.equal(months, of[0] * 12 + of[1], `${text} on ${new Date(nowMs).toISOString()}`)
      assert.equal(outcome(readBirth, text + tail, { nowMs }), 'reported', text + tail)
    }),
    settings,
  )
  for (const text of [
    '2-3 years',
    '5+ years',
    '<1 year',
    '3',
    'puppy or older',
    '0 years',
    '3 months 2 years',
    '1.5 years 2 months',
    '2 years / 24 months',
    '1 year 12 months',
    '1 month 5 weeks',
  ])
    assert.equal(outcome(readBirth, text), 'reported', text)
  for (const text of ['Senior', 'three years', '1½ years', '6 months', '8wks', 'a year', '2 y.o.'])
    assert.match(String(outcome(readBirth, text)), /^\d{4}-\d\d-\d\d$/, text)
  assert.equal(outcome(readBirth, 'NO AGE'), undefined)
})

test('a fee is read completely, in its own currency, or reported', () => {
  const fee = fc.tuple(fc.nat(99_999), fc.nat(99))
  fc.assert(
    fc.property(fee, more, ([whole, cents], tail) => {
      const digits = `${whole.toLocaleString('en')}.${String(cents).padStart(2, '0')}`
      const amount = whole * 100 + cents
      for (const text of [`$${digits}`, digits, `USD ${digits}`]) {
        const read = outcome(readFee, text, { ...at, currency: 'USD' })
        assert.deepEqual(read, { amount, currency: 'USD' }, text)
        assert.equal(outcome(readFee, text + tail, { ...at, currency: 'USD' }), 'reported', text + tail)
      }
    }),
    settings,
  )
  const euros = { ...at, currency: 'EUR' }
  assert.deepEqual(outcome(readFee, '90,50 €', euros), { amount: 9_050, currency: 'EUR' })
  for (const text of ['$50-75', '$90', '$125 + tax', 'Free', '150 or best offer', '12.345 USD'])
    assert.equal(outcome(readFee, text, euros), 'reported', text)
})

test('a sex is read together with neutering, or reported', () => {
  const sexes = { male: 'male', female: 'female' } as const
  const states = { neutered: true, intact: false, altered: true } as const
  const sex = fc.constantFrom(...(Object.keys(sexes) as (keyof typeof sexes)[]))
  const state = fc.constantFrom(...(Object.keys(states) as (keyof typeof states)[]))
  fc.assert(
    fc.property(sex, state, fc.constantFrom(' ', '/', ' - ', ', '), fc.boolean(), (one, other, between, isFirst) => {
      const text = isFirst ? one + between + other : other + between + one
      assert.deepEqual(outcome(readSex, text), { sex: one, spayedNeutered: states[other] }, text)
      assert.equal(outcome(readSex, `${text} we think`), 'reported')
    }),
    settings,
  )
  checkAll(readSex, {
    Spayed: { sex: 'female', spayedNeutered: true },
    Mare: { sex: 'female' },
    'M/N': { sex: 'male', spayedNeutered: true },
    FS: { sex: 'female', spayedNeutered: true },
    'Not neutered male': { sex: 'male', spayedNeutered: false },
    'Male/Female': 'reported',
    'Spayed Male': 'reported',
    'M?': 'reported',
    constructor: 'reported',
    Unknown: undefined,
  })
})

test('a comma behind a group word turns a breed round, and separates breeds elsewhere', () => {
  const two = (primary: string, secondary: string) => ({ primary, secondary })
  checkAll(readBreed, {
    'Labrador Retriever, Boxer': two('Labrador Retriever', 'Boxer'),
    'Domestic Short Hair, Siamese': two('Domestic Short Hair', 'Siamese'),
    'Chihuahua, Pug': two('Chihuahua', 'Pug'),
    'Collie, Beagle': two('Collie', 'Beagle'),
    'Shepherd, Husky': two('Shepherd', 'Husky'),
    'Terrier, Golden Retriever': two('Terrier', 'Golden Retriever'),
    'Retriever, Labrador, Boxer': two('Labrador Retriever', 'Boxer'),
    'Terrier, Pit Bull, Spaniel, Cocker': two('Pit Bull Terrier', 'Cocker Spaniel'),
    'Spaniel, Cocker & Poodle, Toy': two('Cocker Spaniel', 'Toy Poodle'),
    'Chihuahua, Long Coat': { primary: 'Long Coat Chihuahua' },
    'Dachshund, Miniature Long Haired': { primary: 'Miniature Long Haired Dachshund' },
    'Shepherd, German': { primary: 'German Shepherd' },
    'RETRIEVER, LABRADOR, MIX': { primary: 'LABRADOR RETRIEVER', mixed: true },
    'Beagle, Boxer, Pug': 'reported',
  })
})

test('a sign inside the name of a breed does not part it', () => {
  checkAll(readBreed, {
    'Black and Tan Coonhound': { primary: 'Black and Tan Coonhound' },
    'Black & Tan Coonhound / Beagle': { primary: 'Black & Tan Coonhound', secondary: 'Beagle' },
    'Black/Tan Coonhound Mix': { primary: 'Black/Tan Coonhound', mixed: true },
    'Coonhound, Black & Tan': { primary: 'Black & Tan Coonhound' },
    'Coonhound, Black and Tan, Beagle': {
      primary: 'Black and Tan Coonhound',
      secondary: 'Beagle',
    },
    'Belgian Shepherd / Malinois': { primary: 'Belgian Shepherd / Malinois' },
    'BELGIAN SHEPHERD/MALINOIS & BOXER': {
      primary: 'BELGIAN SHEPHERD/MALINOIS',
      secondary: 'BOXER',
    },
  })
})

test('breeds are separated by slashes and the like, and a comma inverts one', () => {
  checkAll(readBreed, {
    'Terrier, Pit Bull': { primary: 'Pit Bull Terrier' },
    'Terrier, Fox, Smooth': { primary: 'Smooth Fox Terrier' },
    'Labrador Retriever, Poodle, Mix': {
      primary: 'Labrador Retriever',
      secondary: 'Poodle',
      mixed: true,
    },
    'Retriever, Labrador / Poodle': { primary: 'Labrador Retriever', secondary: 'Poodle' },
    'Beagle & Pug': { primary: 'Beagle', secondary: 'Pug' },
    'PIT BULL / MIX': { primary: 'PIT BULL', mixed: true },
    'Collie, Border Mix': { primary: 'Border Collie', mixed: true },
    'Mixed Breed, Medium (up to 44 lbs, fully grown)': {
      primary: 'Mixed Breed, Medium (up to 44 lbs, fully grown)',
      mixed: true,
    },
    'Lab x Poodle': { primary: 'Lab', secondary: 'Poodle' },
    'A / B / C': 'reported',
    'Unknown mix': { mixed: true },
    Mix: { mixed: true },
    'N/A': undefined,
  })
})

test('words for sizes, statuses, yes and no are read completely, or reported', () => {
  checkAll(readSize, {
    'X-LRG': 'extraLarge',
    'Med.': 'medium',
    'Large 61-100 lbs (28-45 kg)': 'large',
    'M-L': 'reported',
    '25-60 lbs': 'reported',
    PUPPY: 'reported',
  })
  const departed = (text: string) => ({ status: 'sold', isOffered: false, departed: text })
  checkAll(readStatus, {
    'Available - In Foster': { status: 'available', isOffered: true },
    'Adopted Offsite': { status: 'sold', isOffered: true },
    EUTHANIZE: departed('EUTHANIZE'),
    'Return to Owner': departed('Return to Owner'),
    'Not adopted': 'reported',
    Unadoptable: 'reported',
    'Adopted - returned': 'reported',
    'Available soon': 'reported',
    'Deceased - In Care': departed('Deceased - In Care'),
    'Transferred Out - Rescue': departed('Transferred Out - Rescue'),
    'Euthanasia - Scheduled': 'reported',
    'Transferred to foster': 'reported',
    'Passed over Rainbow Bridge': departed('Passed over Rainbow Bridge'),
    RIP: departed('RIP'),
  })
  checkAll(readYesNo, { 'Yes!': true, '✗': false, 'Not yet': false, 'Older kids only': 'reported' })
  checkAll(readNeutered, { Altered: true, Intact: false, 'Yes - 3/4/2024': 'reported' })
  checkAll(readVaccinated, { UTD: true, 'Due 6/2026': 'reported', 'Yes (rabies only)': 'reported' })
  checkAll(readMicrochip, {
    '985 112 001 234 567': '985112001234567',
    '0A12345678': '0A12345678',
    '9.85112E+14': 'reported',
    '985112001234567; 985112001234568': 'reported',
    'SCAN NO CHIP': 'reported',
    Y: 'reported',
  })
  assert.equal(outcome(readId, 2 ** 64), 'reported')
  assert.equal(outcome(readId, 9_007_199_254_740_993n), '9007199254740993')
  checkAll(readName, { NA: undefined, Unknown: undefined, ' Rex ': 'Rex' })
})

test('an object whose keys count from 0 is a list', () => {
  const fields = flattened({ photos: { 0: 'a', 1: 'b' }, size: { 1: 'a', 2: 'b' } })
  assert.deepEqual(
    [...fields],
    [
      ['photos', ['a', 'b']],
      ['size.1', 'a'],
      ['size.2', 'b'],
    ],
  )
})

test('the status of an animal is derived from several ASM3 columns', () => {
  const stateOf = (item: object) => asm3.prepare?.({ ...item }, new Map()).STATE
  const isAvailable = { ISNOTAVAILABLEFORADOPTION: '0' }
  assert.equal(stateOf(isAvailable), 'Available')
  assert.equal(stateOf({ ANIMALNOTFORADOPTION: 'N' }), 'Available')
  assert.equal(stateOf({ ANIMALNOTFORADOPTION: 'Y' }), 'Not available')
  assert.equal(stateOf({ ...isAvailable, ARCHIVED: '1' }), 'Archived')
  assert.equal(stateOf({ ...isAvailable, ARCHIVED: '1', MOVEMENTTYPE: 'Adoption' }), 'Adoption')
  assert.equal(stateOf({ ...isAvailable, DECEASEDDATE: '2026-01-01' }), 'Died')
  assert.equal(stateOf({}), undefined)
})

test('dates of other programs and of seven languages are read', () => {
  checkAll(readDate, {
    '2019/07/15 04:00:00+00': '2019-07-15',
    'Mon Jul 15 2019 04:00:00 GMT+0000 (Coordinated Universal Time)': '2019-07-15',
    'Mon, 15 Jul 2019 04:00:00 GMT': '2019-07-15',
    '20190715T040000Z': '2019-07-15',
    '20190715T0400': '2019-07-15',
    '20190715040000': '2019-07-15',
    '1563163200000': '2019-07-15',
    '/Date(1563163200000)/': '2019-07-15',
    '5 de mayo de 2021': '2021-05-05',
    '5. März 2021': '2021-03-05',
    '5. MAERZ 2021': '2021-03-05',
    '1er août 2020': '2020-08-01',
    'lunedì 5 luglio 2021': '2021-07-05',
    '5 mrt 2021': '2021-03-05',
    '5 de fevereiro de 2021': '2021-02-05',
    'Mon Jul 15 2019 (old scale)': 'reported',
    '20191315T040000Z': 'reported',
  })
})

test('words and signs for an unknown name are no names', () => {
  const none = 'nan;NaN;NaT;<NA>;(no name);???;--;Sin nombre;ohne Namen;[unknown];k.A.;Onbekend'
  for (const text of none.split(';')) assert.equal(outcome(readName, text), undefined, text)
  checkAll(readName, { Nan: 'Nan', Nat: 'Nat', '(Rex)': '(Rex)', 'Who?': 'Who?' })
})

test('sexes, neutering, ages and statuses are read in other languages, also without accents', () => {
  checkAll(readSex, {
    'weiblich, kastriert': { sex: 'female', spayedNeutered: true },
    'Macho castrado': { sex: 'male', spayedNeutered: true },
    'hembra no esterilizada': { sex: 'female', spayedNeutered: false },
    'reu, niet gecastreerd': { sex: 'male', spayedNeutered: false },
    MAENNLICH: { sex: 'male' },
    'w/k': { sex: 'female', spayedNeutered: true },
    'Macho/Hembra': 'reported',
    'nicht intakt': 'reported',
  })
  checkAll(readNeutered, {
    'sin esterilizar': false,
    'stérilisé(e)': true,
    'nicht kastriert': false,
  })
  checkAll(readBirth, {
    '2 años y 3 meses': '2024-08-25',
    '3 Jahre 2 Monate': '2023-09-25',
    'ca. 18 maanden': '2025-05-25',
    'dois anos': '2024-11-25',
    '2 anni e mezzo': '2024-05-25',
    'due anni e mezzo': '2024-05-25',
    'twee jaar en een half': '2024-05-25',
    'dos años y medio': '2024-05-25',
    '2 ans et demi': '2024-05-25',
    'two and a half years old': '2024-05-25',
    'zwei Jahre und ein halbes': '2024-05-25',
    'anderthalb Jahre': '2025-05-25',
    'ca. 1,5 J.': '2025-05-25',
    '2 J. 3 Mon.': '2024-08-25',
    '2.5 and a half years': 'reported',
    'e mezzo': 'reported',
  })
  const departed = (text: string) => ({ status: 'sold', isOffered: false, departed: text })
  checkAll(readStatus, {
    FALLECIDAS: departed('FALLECIDAS'),
    eingeschlaefert: departed('eingeschlaefert'),
    'Décédé(e)': departed('Décédé(e)'),
    'Verstorben (2024)': departed('Verstorben (2024)'),
    'Eutanasia prevista': 'reported',
    'nicht vermittelbar': { status: 'pending', isOffered: false },
    Geplaatst: { status: 'sold', isOffered: true },
  })
  checkAll(readBreed, {
    Mestizo: { mixed: true },
    'Labrador-Mischling': { primary: 'Labrador', mixed: true },
    'Mestizo de galgo': { primary: 'galgo', mixed: true },
  })
})
