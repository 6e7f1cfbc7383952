import { plainName } from '../animal-formats/foreign-animal.ts'
import { ImportFault } from './file-format.ts'
import { type JsonItem, jsonItems, jsonItemsAt } from './json-items.ts'
import { type JsonList, type JsonSurvey, surveyJson } from './json-survey.ts'
import { decodeBytes } from './row-text.ts'

/** How a format writes its animals. */
type Expected = {
  /** The names of its lists. */
  names: readonly string[]
  /** The names of fields of an animal. */
  fields: Iterable<string>
}

/** Names that other programs give their list. */
const usualNames = [
  'animals',
  'pets',
  'data',
  'records',
  'features',
  'results',
  'collection',
  'items',
  'rows',
  'entries',
  'list',
  'value',
  'values',
  'documents',
  'docs',
  'objects',
]

/**
 * The list of animals in a JSON file. Undefined if the file has the usual form of the format, is a single animal, or is
 * not JSON. Throws `ImportFault` if no list or several could be it.
 */
export const findList = async (
  pieces: AsyncIterable<Buffer | string>,
  expected: Expected,
): Promise<JsonList | undefined> => {
  const survey = await surveyJson(pieces)
  return survey && !survey.hasArray ? listIn(survey, expected) : undefined
}

const listIn = (survey: JsonSurvey, { names, fields }: Expected): JsonList | undefined => {
  const { keys, lists, documents } = survey
  if (names.some((name) => keys.get(name) === 'array')) return undefined
  const usual = lists.filter(({ path }) => usualNames.includes(path.at(-1) ?? ''))
  const [only] = usual
  if (only && usual.length === 1) return only
  const known = new Set([...fields].map((name) => firstPart(plainName(name))))
  const count = (some: Iterable<string>) =>
    [...some].filter((name) => known.has(firstPart(plainName(inUtf8(name))))).length
  const isNamed = names.some((name) => keys.get(name) === 'object')
  const [list] = lists
  const plainKeys = [...keys].flatMap(([name, kind]) => (kind === 'other' ? [name] : []))
  // Documents that follow each other are animals themselves.
  const isSingle = isNamed || (list && documents > 1 && list.path.length > 0)
  if (isSingle || count(plainKeys) > Math.max(0, ...lists.map((one) => count(one.itemKeys)))) {
    return undefined
  }
  if (list && lists.length === 1) return list
  const empty = usualNames.find((name) => keys.get(name) === 'array')
  if (!list && empty !== undefined) return { path: [empty], items: 0, itemKeys: [], hasIds: false }
  throw new ImportFault(lists.length > 1 ? severalLists(lists) : noList(survey, names))
}

/** Keys have one character for each byte. */
const inUtf8 = (key: string): string => decodeBytes(key, 'utf-8')

const firstPart = (name: string): string => name.split('.')[0] ?? name

const severalLists = (lists: readonly JsonList[]): string =>
  `it has several lists, and it is not clear which one has the animals: ${lists
    .map(({ path, items }) => `${inUtf8(path.join('.'))} (${items})`)
    .join(', ')}`

const MAX_SHOWN = 20

const noList = ({ keys }: JsonSurvey, names: readonly string[]): string => {
  const found = inUtf8([...keys.keys()].slice(0, MAX_SHOWN).join(', ')) || 'nothing'
  return `it has no array named ${names.join(' or ')}, and no other list of animals: it has ${found}`
}

/** Reads the animals of a list that was found, or of the usual form. */
export const listReader = (list: JsonList | undefined, names: readonly string[]): ((text?: string) => JsonItem[]) =>
  list ? jsonItemsAt(list) : jsonItems(names)
