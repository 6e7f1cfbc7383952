import { type TUnsafe, Type } from 'typebox'
import { type Fault, faultSummary, protocolError } from '../../platform/http/http-error.ts'
import { parseTime } from '../../platform/time.ts'

/** The parameters of a request as sent. */
export type Sent = Readonly<Record<string, string | readonly string[] | undefined>>

const MAX_LENGTH = 200
/** The most values of a list. */
const MAX_VALUES = 20

/**
 * A query as version 2 of Petfinder's API accepted it: unknown parameters are ignored, PHP's lists
 * (`breed[]`) are supported, and empty parameters count as absent.
 */
export const querySchema = (texts: readonly string[], lists: readonly string[]): TUnsafe<Sent> =>
  Type.Unsafe<Sent>(
    Type.Object({
      ...Object.fromEntries(texts.map((name) => [name, Type.Optional(Type.String())])),
      ...Object.fromEntries(
        lists.flatMap((name) => [
          [name, list],
          [`${name}[]`, list],
        ]),
      ),
    }),
  )

const list = Type.Optional(Type.Array(Type.String()))

/** Reads parameters, and collects issues for all of them. */
export const parameterReader = (sent: Sent) => {
  const faults: Fault[] = []
  const wrong = (field: string, message: string): undefined => {
    faults.push({ field, code: 'invalid_value', message })
    return undefined
  }

  const checked = (name: string, values: string[]): string[] | undefined => {
    if (values.some((value) => value.length > MAX_LENGTH))
      return wrong(name, `must be at most ${MAX_LENGTH} characters`)
    if (!values.every(isLine)) return wrong(name, 'must be text without control characters')
    return values
  }

  const text = (name: string): string | undefined => {
    const value = sent[name]
    if (typeof value !== 'string' || value.trim() === '') return undefined
    return checked(name, [value])?.[0]?.trim()
  }

  const texts = (name: string): string[] | undefined => {
    const values = [sent[name] ?? [], sent[`${name}[]`] ?? []]
      .flat()
      .map((value) => value.trim())
      .filter((value) => value !== '')
    if (values.length === 0) return undefined
    if (values.length > MAX_VALUES) return wrong(name, `must have at most ${MAX_VALUES} values`)
    return checked(name, values)
  }

  return {
    wrong,
    text,
    texts,

    /** Each value as `read` converts it; `noun` names one in messages. */
    words<Value>(name: string, noun: string, read: (word: string) => Value | undefined): Value[] | undefined {
      const found: Value[] = []
      for (const word of texts(name) ?? []) {
        const value = read(word)
        if (value === undefined) wrong(name, `${capital(word)} is not a valid ${noun}`)
        else found.push(value)
      }
      return found.length > 0 ? found : undefined
    },

    word<Value>(name: string, noun: string, read: (word: string) => Value | undefined): Value | undefined {
      const word = text(name)
      if (word === undefined) return undefined
      return read(word) ?? wrong(name, `${capital(word)} is not a valid ${noun}`)
    },

    truth(name: string): boolean | undefined {
      const word = text(name)?.toLowerCase()
      if (word === undefined) return undefined
      if (['true', '1'].includes(word)) return true
      if (['false', '0'].includes(word)) return false
      return wrong(name, 'must be true, false, 1 or 0')
    },

    integer(name: string, { most, otherwise }: { most: number; otherwise: number }): number {
      const word = text(name)
      if (word === undefined) return otherwise
      const value = /^\d{1,9}$/.test(word) ? Number(word) : 0
      if (value >= 1 && value <= most) return value
      wrong(name, `must be an integer from 1 to ${most}`)
      return otherwise
    },

    time(name: string): number | undefined {
      const word = text(name)
      if (word === undefined) return undefined
      return readTime(word) ?? wrong(name, 'must be an ISO 8601 time such as 2019-10-07T19:13:01+00:00')
    },

    /** Throws `invalid_parameter` with all issues. */
    check(): void {
      if (faults.length === 0) return
      throw protocolError('invalid_parameter', { errors: faults, message: faultSummary(faults) })
    },
  }
}

const isLine = (text: string): boolean => text.isWellFormed() && !/\p{Cc}/u.test(text.trim())

/** A message that is a full sentence begins with a quotation mark. */
const capital = (word: string): string => `"${word}"`

const timeForm = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?)?(?:(Z)|([+\- ]\d{2}):?(\d{2}))?)?$/i

/** Also a day, or a time without a zone; or with a space for a plus sign that was not encoded. */
const readTime = (text: string): number | undefined => {
  const [, day, hours = '00:00', seconds = ':00', , zoneHours, zoneMinutes] = timeForm.exec(text) ?? []
  if (day === undefined) return undefined
  const zone = zoneHours === undefined ? 'Z' : `${zoneHours.replace(' ', '+')}:${zoneMinutes}`
  return parseTime(`${day}T${hours}${seconds}${zone}`)
}
