import type { DateOrder, WeightUnit } from '../animal-formats/animal-fields.ts'
import type { Rule } from '../animal-formats/animal-format.ts'
import { formatFor, type System } from '../animal-formats/animal-formats.ts'
import type { ForeignReading } from './file-format.ts'

/** The options for reading a file of another system. */
type ForeignOptions = {
  from?: System | undefined
  map?: Rule[] | undefined
  drafts?: boolean | undefined
  withoutIds?: boolean | undefined
  withDeparted?: boolean | undefined
  currency?: string | undefined
  weightUnit?: WeightUnit | undefined
  dateOrder?: DateOrder | undefined
}

/** Undefined for a file in the format of our own export. */
export const foreignReadingOf = (options: ForeignOptions, nowMs: number): ForeignReading | undefined => {
  const { from, map, drafts, currency, weightUnit, dateOrder, withDeparted, withoutIds } = options
  if (from === undefined && map === undefined) return undefined
  return {
    name: JSON.stringify([from, map, drafts, currency, weightUnit, dateOrder, withDeparted]),
    format: formatFor(from, map ?? []),
    mapped: (map ?? []).map((rule) => rule.from),
    circumstances: { nowMs, currency, weightUnit, dateOrder },
    asDrafts: drafts === true,
    needsIds: from !== undefined && withoutIds !== true,
    withDeparted: withDeparted === true,
  }
}
