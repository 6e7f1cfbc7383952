import type { ErrorObject } from 'ajv'
import type { Fault } from './http-error.ts'

/** Cut between characters, as half a surrogate pair would be malformed text. */
const MAX_FIELD_LENGTH = 200

/** Converts one error of the validator to what a client is shown. */
export const validationIssue = (error: ErrorObject): Fault => {
  const { field, ...issue } = described(error)
  return { field: field.slice(0, MAX_FIELD_LENGTH).toWellFormed(), ...issue }
}

const described = (error: ErrorObject): Fault => {
  const place = error.instancePath.slice(1).split('/').map(unescapePointer).join('.')
  const within = (name: string) => (place ? `${place}.${name}` : name)
  const wanted = error.schema
  switch (error.keyword) {
    case 'required':
      return {
        field: within(error.params.missingProperty),
        code: 'required',
        message: 'is required',
      }
    case 'additionalProperties':
      return {
        field: within(error.params.additionalProperty),
        code: 'unknown_field',
        message: 'is not known here',
      }
    case 'type':
      return {
        field: place,
        code: 'invalid_type',
        message: `must be ${[wanted]
          .flat()
          .map((type) => article(String(type)))
          .join(' or ')}`,
      }
    case 'int64':
      return {
        field: place,
        code: 'invalid_type',
        message: `must be an integer from -2^63 to 2^63-1${wanted === 'or null' ? ' or null' : ''}`,
      }
    case 'enum':
      return {
        field: place,
        code: 'invalid_value',
        message: `must be one of ${(wanted as unknown[]).map(String).join(', ')}`,
      }
    case 'text':
      return {
        field: place,
        code: 'invalid_value',
        message: String(error.parentSchema?.['x-rule'] ?? notWellFormed),
      }
    default:
      return {
        field: place,
        code: outOfRange.has(error.keyword) ? 'out_of_range' : 'invalid_value',
        message: rules[error.keyword]?.(Number(wanted)) ?? 'is not valid',
      }
  }
}

const notWellFormed = 'must be well-formed Unicode, without unpaired surrogates'

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
const atLeast = (noun: string) => (least: number) =>
  least === 1 ? 'must not be empty' : `must have at least ${counted(least, noun)}`
const atMost = (noun: string) => (most: number) => `must have at most ${counted(most, noun)}`

/** The rule of each keyword that our schemas use, by its value. */
const rules: Readonly<Record<string, (value: number) => string>> = {
  minimum: (least) => `must be at least ${least}`,
  maximum: (most) => `must be at most ${most}`,
  minLength: atLeast('character'),
  maxLength: atMost('character'),
  minItems: atLeast('item'),
  maxItems: atMost('item'),
  maxProperties: atMost('field'),
  uniqueItems: () => 'must not have an item twice',
}

const outOfRange = new Set(['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'])

const article = (type: string): string => (type === 'null' ? 'null' : `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`)

export const unescapePointer = (text: string): string => text.replaceAll('~1', '/').replaceAll('~0', '~')
