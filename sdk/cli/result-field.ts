import { InvalidArgumentError } from 'commander'
import { stringifyExact } from '../mod.ts'
import { CommandFailure } from './failure.ts'

/** The steps to a value in a result. */
export type FieldPath = readonly string[]

const EACH = '[]'

/**
 * Reads a path: `status`, `0.name`, `items[].id`. `[]` selects every item of a list. `items.[].id` is the same as
 * `items[].id`, and `items.0` the same as `items[0]`.
 */
export const readPath = (text: string): FieldPath => {
  const dotted = text.replaceAll('[', '.[').replaceAll('..[', '.[').replace(/^\./, '')
  return dotted.split('.').map((step) => {
    if (step === EACH || /^[^[\]]+$/.test(step)) return step
    const [, index] = /^\[(\d+)\]$/.exec(step) ?? []
    if (index !== undefined) return index
    throw new InvalidArgumentError('It must be a path, such as 0.name or items[].id.')
  })
}

/** The values of a result at a path: any number of them with `[]`. Throws if one is missing. */
export const valuesAt = (result: unknown, path: FieldPath): { values: unknown[]; isMany: boolean } => ({
  values: read(result, path, ''),
  isMany: path.includes(EACH),
})

const read = (value: unknown, [step, ...rest]: readonly string[], seen: string): unknown[] => {
  if (step === undefined) return [value]
  if (step === EACH) {
    if (!Array.isArray(value)) throw missing(`${seen || 'the result'} is not a list`)
    return value.flatMap((item, at) => read(item, rest, seen ? `${seen}.${at}` : String(at)))
  }
  const place = seen ? `${seen}.${step}` : step
  const members = typeof value === 'object' && value !== null ? Object.entries(value) : []
  const member = members.find(([name]) => name === step)
  if (!member) throw missing(`the result has no ${place}${namesIn(value)}`)
  return read(member[1], rest, place)
}

const missing = (message: string) => new CommandFailure('field_not_found', message)

const MAX_NAMES = 40

/** The available values. */
const namesIn = (value: unknown): string => {
  if (Array.isArray(value)) return `: it is a list of ${value.length}`
  if (typeof value !== 'object' || value === null) return ''
  const names = Object.keys(value)
  return names.length > 0 ? `: there are ${names.slice(0, MAX_NAMES).join(', ')}` : ''
}

/** A text without quotes, anything else as JSON. */
export const valueText = (value: unknown): string => (typeof value === 'string' ? value : (stringifyExact(value) ?? ''))
