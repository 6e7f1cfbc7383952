import { readFileSync } from 'node:fs'
import { InvalidArgumentError } from 'commander'
import { parseExact } from '../mod.ts'

/** A field of a body or a query: where it is, and its value. */
export type Field = { path: string[]; value: unknown }
export type Fields = { [name: string]: unknown }

/** `name=Biscuit`, `applicant[email]=ada@example.org`, `tags[]=calm`: the value is a text. */
export const readField = (text: string): Field => {
  const [, name, subs = '', value] = /^([\w.-]+)((?:\[[\w.-]*\])*)=([\s\S]*)$/.exec(text) ?? []
  if (name === undefined) throw new InvalidArgumentError('It is written as name=value.')
  const parts = [...subs.matchAll(/\[([^\]]*)\]/g)].map(([, part = '']) => part)
  if (parts.slice(0, -1).includes('')) {
    throw new InvalidArgumentError('Items of a list are texts or JSON: use -F for the whole list.')
  }
  return { path: [name, ...parts], value }
}

/** The same with a value that is a number, `true`, `false`, `null` or other JSON; `@FILE` is the text of a file. */
export const readTypedField = (text: string): Field => {
  const { path, value } = readField(text)
  const given = String(value)
  if (given.startsWith('@')) return { path, value: readFileSync(given.slice(1), 'utf8') }
  try {
    return { path, value: parseExact(given) }
  } catch {
    return { path, value: given }
  }
}

/** The fields with one more. A name that comes again is a list, as in a query. */
export const addField = (fields: Fields, { path, value }: Field): Fields => {
  const [name = '', sub, ...rest] = path
  const known = Object.hasOwn(fields, name) ? fields[name] : undefined
  const added =
    sub === undefined
      ? known === undefined
        ? value
        : [known, value].flat()
      : sub === ''
        ? [...(Array.isArray(known) ? known : []), value]
        : addField((known ?? {}) as Fields, { path: [sub, ...rest], value })
  // Also for a field with the name of a prototype's.
  return Object.fromEntries([...Object.entries(fields).filter(([key]) => key !== name), [name, added]])
}
