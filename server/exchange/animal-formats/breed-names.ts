/**
 * General words that lists of breeds put first, with a comma, to sort by them: `Retriever,
 * Labrador` is a Labrador Retriever.
 */
const groups: ReadonlySet<string> = new Set([
  'retriever',
  'terrier',
  'shepherd',
  'spaniel',
  'hound',
  'coonhound',
  'foxhound',
  'wolfhound',
  'setter',
  'pointer',
  'pinscher',
  'mastiff',
  'sheepdog',
  'sheep dog',
  'cattle dog',
  'spitz',
  'mountain dog',
  'corgi',
  'bulldog',
  'collie',
  'schnauzer',
  'griffon',
  'cur',
  'dog',
  'leopard dog',
  'water dog',
  'pointing dog',
  'eskimo dog',
  'sighthound',
  'lop',
  'cat',
  'rabbit',
  'horse',
  'pony',
  'parakeet',
  'parrot',
  'conure',
  'cockatoo',
  'macaw',
  'amazon',
  'finch',
  'dove',
  'pig',
  'goat',
])

/** Group words that other breeds may have as their second word. */
const weakGroups: ReadonlySet<string> = new Set([
  'domestic',
  'shorthair',
  'short hair',
  'longhair',
  'long hair',
  'mediumhair',
  'medium hair',
  'pit bull',
  'rex',
  'dwarf',
  'angora',
])

/** Breeds that lists put first only before a size, a coat or a shape. */
const qualified: ReadonlySet<string> = new Set([
  'chihuahua',
  'dachshund',
  'poodle',
  'schnauzer',
  'husky',
  'pinscher',
  'greyhound',
])

const COAT = `(?:extra )?(?:long|short|medium|smooth|rough|wire|wired|silky|curly|flat)(?:[- ]?(?:coat|coated|hair|haired))?`
const SHAPE = `toy|tea ?cup|mini|miniature|standard|giant|large|small|dwarf|(?:apple|deer) ?head`
/** Words that say more about the breed before them. */
const QUALIFIER = new RegExp(`^(?:${COAT}|${SHAPE})(?: (?:${COAT}|${SHAPE}))*$`)

/** Breeds without a group word, before which a group word is a breed of its own. */
const wholeNames: ReadonlySet<string> = new Set([
  'affenpinscher',
  'akita',
  'basenji',
  'beagle',
  'bichon frise',
  'boxer',
  'briard',
  'bulldog',
  'cane corso',
  'cavalier king charles spaniel',
  'chihuahua',
  'chow chow',
  'chow',
  'dachshund',
  'coton de tulear',
  'dalmatian',
  'doberman',
  'doberman pinscher',
  'dogo argentino',
  'greyhound',
  'great dane',
  'great pyrenees',
  'havanese',
  'husky',
  'siberian husky',
  'alaskan malamute',
  'lhasa apso',
  'malamute',
  'maltese',
  'newfoundland',
  'papillon',
  'pekingese',
  'pomeranian',
  'poodle',
  'pug',
  'rhodesian ridgeback',
  'rottweiler',
  'saint bernard',
  'st bernard',
  'samoyed',
  'schipperke',
  'schnauzer',
  'shar pei',
  'shar-pei',
  'shiba inu',
  'shih tzu',
  'vizsla',
  'whippet',
  'weimaraner',
  'xoloitzcuintli',
  'pit bull terrier',
  'american pit bull terrier',
  'catahoula',
  'siamese',
  'persian',
  'maine coon',
  'ragdoll',
  'bengal',
  'himalayan',
  'manx',
  'sphynx',
  'abyssinian',
  'birman',
  'burmese',
  'russian blue',
  'snowshoe',
  'tonkinese',
  'ocicat',
])

/** Whether an item of a list with commas is a group word, which the next item makes a breed. */
export const isGroupBefore = (item: string, next: string): boolean => {
  const [word, rest] = [item.toLowerCase(), next.toLowerCase()]
  if (qualified.has(word)) return QUALIFIER.test(rest)
  return (groups.has(word) || weakGroups.has(word)) && !isWholeBreed(rest)
}

export const isQualifier = (item: string): boolean => QUALIFIER.test(item.toLowerCase())

/** Whether a name needs no group word: `Boxer`, `Golden Retriever`. */
const isWholeBreed = (name: string): boolean => {
  if (wholeNames.has(name) || groups.has(name)) return true
  const words = name.split(' ')
  return words.length > 1 && groups.has(words.at(-1) ?? '')
}

/** Breeds whose names have a sign that elsewhere separates two breeds, as Petfinder lists them. */
const namesWithSigns: readonly (readonly string[])[] = [
  ['black', 'tan'],
  ['belgian shepherd', 'laekenois'],
  ['belgian shepherd', 'malinois'],
  ['belgian shepherd', 'sheepdog'],
  ['belgian shepherd', 'tervuren'],
  ['blue lacy', 'texas lacy'],
  ['patterdale terrier', 'fell terrier'],
  ['shetland sheepdog', 'sheltie'],
  ['west highland white terrier', 'westie'],
  ['xoloitzcuintli', 'mexican hairless'],
  ['yorkshire terrier', 'yorkie'],
  ['extra-toes cat', 'hemingway polydactyl'],
  ['sphynx', 'hairless cat'],
  ['budgie', 'budgerigar'],
  ['poicephalus', 'senegal'],
  ['paint', 'pinto'],
]
const SIGNED_NAME = new RegExp(
  namesWithSigns.map(([one, other]) => String.raw`\b${one}(?: ?[/&+] ?| and | n | ?, ?(?=tan\b))${other}\b`).join('|'),
  'gi',
)

/** Splits between breeds, but not at a sign inside the name of a known breed. */
export const splitBreeds = (text: string, between: RegExp): string[] => {
  const names: string[] = []
  // No file has this sign: rows with NUL bytes are rejected.
  const hidden = text.replaceAll(SIGNED_NAME, (name) => `\0${names.push(name) - 1}\0`)
  return hidden
    .split(between)
    .map((part) => part.replaceAll(/\0(\d+)\0/g, (_all, at: string) => names[Number(at)] ?? ''))
}
