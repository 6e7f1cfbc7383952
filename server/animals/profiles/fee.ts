import { Type } from 'typebox'
import { currencyPattern } from '../../platform/http/patterns.ts'

export const currencyRule = 'must be an ISO 4217 code such as EUR'

/** The fields of an adoption fee. */
export const feeFields = {
  amount: Type.Integer({
    minimum: 0,
    maximum: 1_000_000_000_000,
    description: 'In the minor unit of the currency, such as cents.',
    examples: [15000],
  }),
  currency: Type.String({
    maxLength: 3,
    pattern: currencyPattern,
    'x-rule': currencyRule,
    description: 'ISO 4217 code.',
    examples: ['EUR'],
  }),
}

const currencies = new Set(Intl.supportedValuesOf('currency'))

/** Whether the currency exists; the schema only checks the format. */
export const isCurrency = (code: string): boolean => currencies.has(code)
