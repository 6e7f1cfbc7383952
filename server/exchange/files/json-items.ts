import { ImportFault } from './file-format.ts'
import { closes, isBlank, type OpenValue, opens, openValue, textOf } from './json-value.ts'

/** One animal of a JSON file, as written there; numbers start at 1. */
export type JsonItem = {
  number: number
  raw: string
  /** Its key, if it is in an object by id. */
  key?: string
}

/** A larger item is not an animal, and must not be read into memory completely. */
const MAX_ITEM = 1_048_576

const QUOTE = 34
const COMMA = 44
const COLON = 58

/**
 * Finds the animals of a JSON file without reading it whole: the items of an array, or those of the arrays that are
 * called one of `names` in an object; or the values of an object whose keys are 0, 1, 2 and so on. Any other object is an
 * animal itself. Documents may follow each
 * other, as the pages of an API do. It receives text in pieces and returns complete items; the last call has no text.
 * Without `takesOthers`, only arrays that are called so count.
 */
export const jsonItems = (names: readonly string[], { takesOthers = true } = {}) => {
  /** The parser's state outside of values. */
  let place: 'start' | 'array' | 'list' | 'key' | 'colon' | 'value' = 'start'
  /** A value that has begun, and its use. */
  let open: { value: OpenValue; use: 'item' | 'key' | 'nothing' } | undefined
  let isNamed = false
  /** The number of keys that counted from 0, and whether all have so far. */
  let indexes = 0
  let isIndex = false
  let isFirstKey = true
  let number = 0
  /** The document's object, while it may be an animal. */
  let whole: string | undefined
  let hasList = false

  const fault = (text: string): never => {
    throw new ImportFault(number === 0 ? text : `after animal ${number}: ${text}`)
  }
  const begin = (use: 'item' | 'key' | 'nothing') => {
    open = { value: openValue(use === 'nothing' ? undefined : MAX_ITEM, fault), use }
  }
  const itemOf = (raw: string): JsonItem => {
    number += 1
    return { number, raw }
  }
  const keep = (text: string): void => {
    if (whole !== undefined) whole = whole.length + text.length > MAX_ITEM ? undefined : whole + text
  }
  const endObject = (): JsonItem[] => {
    place = 'start'
    if (hasList || !takesOthers) return []
    return whole === undefined ? fault(`it has no array named ${names.join(' or ')}`) : [itemOf(whole)]
  }
  const enterDocument = (code: number, text: string): void => {
    if (!opens(code)) fault(`this is not JSON: ${JSON.stringify(text)}`)
    place = code === 91 ? 'array' : 'key'
    whole = ''
    hasList = false
    indexes = 0
    isFirstKey = true
  }

  /** Handles a character outside of values that is not blank. Returns true if it was consumed. */
  const step = (code: number): boolean => {
    if (place === 'array' || place === 'list') {
      if (code === COMMA) return true
      if (code === 93) place = place === 'array' ? 'start' : 'key'
      else if (closes(code)) fault('a closing bracket has no opening one')
      else begin(place === 'array' && !takesOthers ? 'nothing' : 'item')
      return code === 93
    }
    if (place === 'key') {
      if (code === QUOTE) begin('key')
      else if (code !== COMMA) fault('it is not well-formed JSON')
      return code === COMMA
    }
    if (place === 'colon') {
      if (code !== COLON) fault('it is not well-formed JSON')
      place = 'value'
      return true
    }
    if (closes(code) || code === COMMA || code === COLON) fault('it is not well-formed JSON')
    if (isIndex && code === 123) indexes += 1
    else isIndex = false
    hasList ||= isIndex || (isNamed && opens(code))
    if (isNamed && code === 91) {
      place = 'list'
      return true
    }
    begin(isIndex || (isNamed && code === 123) ? 'item' : 'nothing')
    return false
  }

  /** Handles the end of a value: an item is another animal. */
  const end = ({ value, use }: NonNullable<typeof open>): JsonItem[] => {
    open = undefined
    const raw = value.text()
    if (use === 'key') {
      const name = textOf(raw)
      isNamed = names.includes(name)
      isIndex = takesOthers && (isFirstKey || indexes > 0) && name === String(indexes)
      isFirstKey = false
      place = 'colon'
      return []
    }
    if (place === 'value') place = 'key'
    return use === 'item' ? [itemOf(raw)] : []
  }

  const read = (text: string): JsonItem[] => {
    const items: JsonItem[] = []
    let at = 0
    while (at < text.length) {
      if (open) {
        const { to, isWhole } = open.value.read(text, at)
        keep(text.slice(at, to))
        at = to
        if (isWhole) items.push(...end(open))
        continue
      }
      const code = text.charCodeAt(at)
      if (isBlank(code)) at += 1
      else if (place === 'start') {
        enterDocument(code, text.slice(at, at + 20))
        keep(text.slice(at, at + 1))
        at += 1
      } else if (place === 'key' && code === 125) {
        keep('}')
        at += 1
        items.push(...endObject())
      } else if (step(code)) {
        keep(text.slice(at, at + 1))
        at += 1
      }
    }
    return items
  }

  return (text?: string): JsonItem[] => {
    if (text !== undefined) return read(text)
    if (place !== 'start' || open) fault('the file ends too early: it is incomplete or not JSON')
    return []
  }
}

/**
 * The items of a list that is at one path in each document of a file: the values of an array or of an object.
 */
export const jsonItemsAt = ({ path, hasIds }: { path: readonly string[]; hasIds: boolean }) => {
  /** The containers that are open, from the document to the list. */
  const inside: ('array' | 'object')[] = []
  let isAfterKey = false
  let key: string | undefined
  let open: { value: OpenValue; use: 'item' | 'key' | 'nothing' } | undefined
  let number = 0

  const fault = (text: string): never => {
    throw new ImportFault(number === 0 ? text : `after animal ${number}: ${text}`)
  }
  const isInList = () => inside.length === path.length + 1

  /** Handles the first character of a value or a key. Returns whether it was consumed. */
  const begin = (code: number): boolean => {
    const isKey = inside.at(-1) === 'object' && !isAfterKey
    if (isKey && code !== QUOTE) fault('it is not well-formed JSON')
    const isOnPath = !isKey && !isInList() && (inside.length === 0 || key === path[inside.length - 1])
    if (isOnPath && opens(code)) {
      inside.push(code === 91 ? 'array' : 'object')
      isAfterKey = false
      return true
    }
    const use = isKey ? 'key' : isInList() ? 'item' : 'nothing'
    open = { value: openValue(use === 'nothing' ? undefined : MAX_ITEM, fault), use }
    return false
  }
  const end = ({ value, use }: NonNullable<typeof open>): JsonItem[] => {
    open = undefined
    const raw = value.text()
    if (use === 'key') key = textOf(raw)
    else isAfterKey = false
    if (use !== 'item') return []
    number += 1
    return [{ number, raw, ...(hasIds && key !== undefined && { key }) }]
  }

  return (text?: string): JsonItem[] => {
    if (text === undefined) {
      if (inside.length > 0 || open) fault('the file ends too early: it is incomplete or not JSON')
      return []
    }
    const items: JsonItem[] = []
    let at = 0
    while (at < text.length) {
      if (open) {
        const { to, isWhole } = open.value.read(text, at)
        at = to
        if (isWhole) items.push(...end(open))
        continue
      }
      const code = text.charCodeAt(at)
      if (code === COLON) isAfterKey = true
      else if (closes(code)) {
        inside.pop()
        isAfterKey = false
      } else if (!isBlank(code) && code !== COMMA && !begin(code)) continue
      at += 1
    }
    return items
  }
}
