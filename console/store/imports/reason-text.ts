import { fieldLabel } from './field-labels.ts'
import type { Reason } from './reasons.ts'

/** Replacements for messages that the server writes for the command line. */
const plainMessages: readonly [RegExp, string][] = [
  [/^is ambiguous: set (?:--date-order|dateOrder)/, 'can be read as two different days'],
  [/^is required$/, 'is missing'],
  [/^has no unit/, 'has no unit, such as kg or lb'],
  [/^has no currency/, 'has no currency'],
  [/^must be an? id\b/, 'must be a number'],
]

/** `Weight is a range.` Of a row as a whole: `The row has 3 columns, and the header has 4.` */
export const reasonText = ({ field, message }: Pick<Reason, 'field' | 'message'>): string => {
  const plain = plainMessages.find(([pattern]) => pattern.test(message))?.[1] ?? message
  const subject = field === '' ? 'The row' : fieldLabel(field)
  return `${subject} ${plain}`.replace(/[.\s]*$/, '.')
}

const MAX_VALUE = 120

export const shortValue = (value: string): string =>
  value.length > MAX_VALUE ? `${value.slice(0, MAX_VALUE)}…` : value

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Without what the API calls the option that helps: the page has it as a field. */
export const plainProblem = (problem: string): string =>
  problem.replaceAll(/ ?\((?:--)?(?:withoutIds|without-ids|ignoreColumns)[^)]*\)/g, '')
