/** A list of objects in a JSON document: an array of objects, or an object whose values are similar objects. */
export type JsonList = {
  /** The keys that lead to it from the document. */
  path: readonly string[]
  items: number
  /** The keys of its first item. */
  itemKeys: readonly string[]
  /** Whether its keys are ids of the items. */
  hasIds: boolean
}

export type JsonSurvey = {
  documents: number
  /** Whether some document is not an object. */
  hasArray: boolean
  /** The keys of the first document, with the kind of their values. */
  keys: ReadonlyMap<string, 'array' | 'object' | 'other'>
  /** Lists that are in no other list, of all documents. */
  lists: readonly JsonList[]
}

type Frame = {
  isArray: boolean
  /** Undefined inside an array. */
  path: readonly string[] | undefined
  keys: Map<string, 'array' | 'object' | 'other'>
  objects: number
  others: number
  firstKeys: readonly string[] | undefined
  /** The keys that all objects in it have. */
  commonKeys: Set<string> | undefined
  isCounted: boolean
  lastIndex: number
  lists: JsonList[]
}

/** Ends a text, or escapes what follows. */
const SPECIAL = /["\\]/g
const MAX_DEPTH = 200
const MAX_KEYS = 200
const MAX_LISTS = 20
const MAX_KEY = 200

/** Finds the lists of a file without reading it whole into memory. Returns undefined for anything but JSON objects and arrays. */
export const surveyJson = async (pieces: AsyncIterable<Buffer | string>): Promise<JsonSurvey | undefined> => {
  const survey = jsonSurvey()
  for await (const piece of pieces) {
    if (!survey.read((piece as Buffer).toString('latin1'))) return undefined
  }
  return survey.result()
}

const jsonSurvey = () => {
  const stack: Frame[] = []
  let documents = 0
  let hasArray = false
  let keys: Frame['keys'] | undefined
  const lists = new Map<string, JsonList>()
  let text = ''
  let isInText = false
  let isEscaped = false
  /** The key of the value that follows a colon. */
  let key: string | undefined
  let isInPlain = false

  const open = (isArray: boolean): boolean => {
    const parent = stack.at(-1)
    if (stack.length >= MAX_DEPTH) return false
    const path = parent ? childPath(parent, key) : []
    stack.push({
      isArray,
      path,
      keys: new Map(),
      objects: 0,
      others: 0,
      firstKeys: undefined,
      commonKeys: undefined,
      isCounted: true,
      lastIndex: -1,
      lists: [],
    })
    addKey(parent, isArray ? 'array' : 'object')
    return true
  }
  const addKey = (frame: Frame | undefined, kind: 'array' | 'object' | 'other'): void => {
    if (!frame) return
    if (kind === 'object') frame.objects += 1
    else frame.others += 1
    if (!frame.isArray && key !== undefined) {
      if (frame.keys.size < MAX_KEYS) frame.keys.set(key, kind)
      const index = /^\d{1,9}$/.test(key) ? Number(key) : -1
      frame.isCounted &&= index > frame.lastIndex && (frame.lastIndex >= 0 || index <= 1)
      frame.lastIndex = index
    }
    key = undefined
  }
  const close = (isArray: boolean): boolean => {
    const frame = stack.pop()
    if (!frame || frame.isArray !== isArray) return false
    const list = listOf(frame)
    if (list) frame.lists = [list]
    const parent = stack.at(-1)
    if (parent) {
      if (!frame.isArray) addCommon(parent, [...frame.keys.keys()])
      if (!parent.isArray) parent.lists.push(...frame.lists.slice(0, MAX_LISTS - parent.lists.length))
      return true
    }
    documents += 1
    hasArray ||= isArray
    keys ??= frame.keys
    for (const one of frame.lists) {
      const name = one.path.join('\0')
      const before = lists.get(name)
      if (!before && lists.size >= MAX_LISTS) continue
      lists.set(name, before ? { ...before, items: before.items + one.items } : one)
    }
    return true
  }

  /** Reads a text to its end or that of the piece. Returns the position after it. */
  const readText = (piece: string, from: number): number => {
    if (isEscaped) {
      isEscaped = false
      addText(piece.slice(from, from + 1))
      return from + 1
    }
    SPECIAL.lastIndex = from
    const at = SPECIAL.exec(piece)?.index ?? piece.length
    isEscaped = piece[at] === '\\'
    addText(piece.slice(from, isEscaped ? at + 1 : at))
    isInText = isEscaped || at === piece.length
    return at + 1
  }
  const addText = (more: string): void => {
    if (text.length < MAX_KEY) text += more
  }

  /** Returns false if it cannot be JSON. */
  const read = (piece: string): boolean => {
    let at = 0
    while (at < piece.length) {
      if (isInText) {
        at = readText(piece, at)
        continue
      }
      if (!step(piece[at] ?? '')) return false
      at += 1
    }
    return true
  }

  /** Handles a character outside of texts. */
  const step = (sign: string): boolean => {
    if (sign === '"') {
      isInText = true
      text = ''
      isInPlain = true
    } else if (sign === ':') {
      key = decoded(text)
      isInPlain = false
    } else if (sign === '{' || sign === '[') {
      isInPlain = false
      return open(sign === '[')
    } else if (sign === ',' || sign === '}' || sign === ']') {
      if (isInPlain) addKey(stack.at(-1), 'other')
      isInPlain = false
      return sign === ',' || close(sign === ']')
    } else if (!/[\s\xef\xbb\xbf]/.test(sign)) {
      isInPlain = true
      return stack.length > 0
    }
    return true
  }

  const result = (): JsonSurvey | undefined => {
    if (stack.length > 0 || documents === 0) return undefined
    return { documents, hasArray, keys: keys ?? new Map(), lists: [...lists.values()] }
  }
  return { read, result }
}

const childPath = (parent: Frame, key: string | undefined): readonly string[] | undefined =>
  parent.isArray || parent.path === undefined || key === undefined ? undefined : [...parent.path, key]

const addCommon = (frame: Frame, keys: readonly string[]): void => {
  frame.firstKeys ??= keys
  const { commonKeys } = frame
  frame.commonKeys = new Set(commonKeys ? keys.filter((key) => commonKeys.has(key)) : keys)
}

const listOf = (frame: Frame): JsonList | undefined => {
  const { isArray, path, objects: items, others, commonKeys, firstKeys = [] } = frame
  if (path === undefined || others > 0 || items === 0) return undefined
  if (isArray) return { path, items, itemKeys: firstKeys, hasIds: false }
  const isSimilar = (commonKeys?.size ?? 0) > 0
  // One object in another is a list only if its key is a number or has one.
  const isSeveral = items > 1 || [...frame.keys.keys()].some((key) => /\d/.test(key))
  return isSimilar && isSeveral ? { path, items, itemKeys: firstKeys, hasIds: !frame.isCounted } : undefined
}

/** The key in a file, whose bytes are given as one character each. */
const decoded = (raw: string): string => {
  try {
    return String(JSON.parse(`"${raw}"`))
  } catch {
    return raw
  }
}
