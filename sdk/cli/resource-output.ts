import { InvalidArgumentError } from 'commander'
import { parseExact, stringifyExact } from '../mod.ts'
import type { Shown } from './remote.ts'

/** How people see items. Without `text`, a single item is a table of its fields. */
export type Display<Item> = {
  headings: string[]
  row: (item: Item) => unknown[]
  text?: (item: Item) => string
}

export const tableOf = <Item>(items: Item[], { headings, row }: Display<Item>): Shown => ({
  json: items,
  headings,
  rows: items.map(row),
})

export const itemOf = <Item extends object>(item: Item, { text }: Pick<Display<Item>, 'text'> = {}): Shown =>
  text ? { json: item, text: text(item) } : { json: item, headings: ['FIELD', 'VALUE'], rows: fieldsOf(item) }

const fieldsOf = (item: object): unknown[][] =>
  Object.entries(item).map(([field, value]) => [
    field,
    value === null ? '-' : typeof value === 'object' ? stringifyExact(value) : value,
  ])

/** Several values, separated by commas. The service reports invalid ones. */
export const readList = <Value extends string>(text: string): Value[] => text.split(',') as Value[]

export const readNumber = (text: string): number => {
  if (text.trim() !== '' && Number.isFinite(Number(text))) return Number(text)
  throw new InvalidArgumentError('It must be a number.')
}

export const readFlag = (text: string): boolean => {
  if (text === 'true' || text === 'false') return text === 'true'
  throw new InvalidArgumentError('It must be true or false.')
}

/** Reads JSON. The service reports invalid fields. */
export const readJson = <Value>(text: string): Value => {
  try {
    return parseExact(text) as Value
  } catch {
    throw new InvalidArgumentError('It must be JSON.')
  }
}
