// Between the fields of a form and the JSON that they come to, as text on both sides.
import { indented, membersOf, tokensOf } from './json-text.js'

/**
 * A field of a body: where it is, as what it is read, and what it holds.
 *
 * @typedef {{ path: string[], kind: string, text: string }} BodyField
 */

/**
 * The JSON of all fields that hold something; what is in `members` beside them stays.
 *
 * @param {readonly BodyField[]} fields
 * @param {ReadonlyMap<string, string>} [members]
 */
export const writeBody = (fields, members = new Map()) => {
  const groups = Map.groupBy(fields, ({ path: [name] }) => name)
  const others = [...members].filter(([name, value]) => {
    const group = groups.get(name)
    // An object of fields that is `null` is no field of the form.
    return !group || (value === 'null' && group.every(({ path, text }) => path.length > 1 && text === ''))
  })
  const written = objectOf(fields, 0, others)
  const tokens = tokensOf(written)
  return tokens
    ? indented(tokens)
        .map(({ text }) => text)
        .join('')
    : written
}

/**
 * @param {readonly BodyField[]} fields
 * @param {number} depth
 * @param {[string, string][]} others
 * @returns {string}
 */
const objectOf = (fields, depth, others = []) => {
  const groups = Map.groupBy(fields, ({ path }) => path[depth] ?? '')
  const members = [...groups].flatMap(([name, group]) => {
    const [first] = group
    if (!first) return []
    if (first.path.length === depth + 1) return first.text === '' ? [] : [[name, jsonOf(first)]]
    return group.some(({ text }) => text !== '') ? [[name, objectOf(group, depth + 1)]] : []
  })
  return `{${[...members, ...others].map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`
}

/**
 * What is no number where one is wanted goes out as text, so that the server says what is wrong with it.
 *
 * @param {BodyField} field
 * @returns {string}
 */
const jsonOf = ({ kind, text }) => {
  const trimmed = text.trim()
  switch (kind) {
    case 'boolean':
      return trimmed
    case 'choice':
      return trimmed === 'null' ? trimmed : JSON.stringify(trimmed)
    case 'number':
      return trimmed === 'null' || isNumber(trimmed) ? trimmed : JSON.stringify(text)
    case 'json':
      return tokensOf(trimmed) ? trimmed : JSON.stringify(text)
    case 'strings':
    case 'numbers': {
      if (tokensOf(trimmed)?.[0]?.text === '[' || trimmed === 'null') return trimmed
      const items = trimmed.split(',').map((item) => item.trim())
      const item = kind === 'numbers' ? 'number' : 'string'
      return `[${items.map((one) => jsonOf({ path: [], kind: item, text: one })).join(',')}]`
    }
    default:
      return JSON.stringify(text)
  }
}

/** @param {string} text */
const isNumber = (text) => tokensOf(text)?.[0]?.kind === 'number'

/**
 * What each field holds in a JSON text; undefined for what is no object.
 *
 * @param {string} json
 * @param {readonly Omit<BodyField, 'text'>[]} fields
 * @returns {string[] | undefined}
 */
export const readBody = (json, fields) => {
  if (!membersOf(json)) return undefined
  return fields.map(({ path, kind }) => {
    const found = path.reduce(
      (/** @type {string | undefined} */ within, name) =>
        within === undefined ? undefined : membersOf(within)?.get(name),
      json,
    )
    return found === undefined ? '' : shownAs(found, kind)
  })
}

/**
 * @param {string} json
 * @param {string} kind
 */
const shownAs = (json, kind) => {
  if ((kind === 'string' || kind === 'choice') && json.startsWith('"')) return String(JSON.parse(json))
  if (kind !== 'strings' && kind !== 'numbers') return json
  const tokens = (tokensOf(json) ?? []).filter(({ kind: one }) => one !== 'mark')
  const isList = json.startsWith('[') && json !== '[]'
  const items = tokens.map(({ kind: one, text }) => (one === 'string' ? String(JSON.parse(text)) : text))
  const isPlain = isList && !/[{[]/.test(json.slice(1)) && !items.some((item) => /,|^\s|\s$|^$/.test(item))
  return isPlain ? items.join(', ') : json
}
