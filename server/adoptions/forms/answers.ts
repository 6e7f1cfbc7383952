import { textCheck } from '../../platform/http/checked-schema.ts'
import { phoneRule } from '../../platform/http/contact.ts'
import type { Fault } from '../../platform/http/http-error.ts'
import { dayPattern, emailPattern, linesPattern, phonePattern } from '../../platform/http/patterns.ts'
import { isDay } from '../../platform/time.ts'
import type { Question, QuestionKind } from './form.ts'

export type Answer = string | number | boolean | string[]
/** Answers by the id of their question. */
export type Answers = Record<string, Answer>

/** The longest answer to a question of each text kind, in characters. */
export const maxAnswerLengths = { text: 1_000, longText: 10_000, email: 254, phone: 32, date: 10 }

/**
 * Validates answers to a form; each issue has the field of its question. A message says what is
 * allowed, and never repeats the answer.
 */
export const answerIssues = (questions: readonly Question[], sent: Readonly<Record<string, unknown>>): Fault[] => {
  const known = new Set(questions.map(({ id }) => id))
  const unknown = Object.keys(sent)
    .filter((id) => !known.has(id))
    .map((id) => fault(id, 'unknown_field', 'is not a question of this form'))
  return [...questions.flatMap((question) => issueOf(question, sent)), ...unknown]
}

const issueOf = (question: Question, sent: Readonly<Record<string, unknown>>): Fault[] => {
  const { id, required, kind } = question
  const isGiven = Object.hasOwn(sent, id)
  const isEmpty = isGiven && Array.isArray(sent[id]) && sent[id].length === 0
  if (!isGiven || isEmpty) return required ? [fault(id, 'required', 'is required')] : []
  const wrong = checks[kind](sent[id], question)
  return wrong ? [fault(id, ...wrong)] : []
}

const fault = (id: string, code: string, message: string): Fault => ({
  field: `answers.${id}`.slice(0, MAX_FIELD_LENGTH).toWellFormed(),
  code,
  message,
})

const MAX_FIELD_LENGTH = 200

/** A code and a message; undefined if the answer is valid. */
type Issue = [code: string, message: string] | undefined
type Check = (answer: unknown, question: Question) => Issue

/** The length is checked before the pattern. */
const text =
  (kind: keyof typeof maxAnswerLengths, isRight: (text: string) => boolean, rule: string): Check =>
  (answer) => {
    if (typeof answer !== 'string') return ['invalid_type', 'must be a string']
    const most = maxAnswerLengths[kind]
    // A text has at most twice as many UTF-16 code units as characters.
    const isLong = answer.length > 2 * most || (answer.length > most && [...answer].length > most)
    if (isLong) return ['out_of_range', `must have at most ${most} characters`]
    return isRight(answer) ? undefined : ['invalid_value', rule]
  }

const hasNoControls = textCheck(linesPattern)
const isDate = textCheck(dayPattern)
const notBlank = (sent: string): boolean => sent.trim() !== '' && hasNoControls(sent)
const oneLine = (sent: string): boolean => !/[\r\n\t]/.test(sent) && notBlank(sent)

const notChosen = 'must be one of the options'
const isOption = (answer: unknown, { options = [] }: Question): boolean =>
  typeof answer === 'string' && options.includes(answer)

const checks: Readonly<Record<QuestionKind, Check>> = {
  text: text('text', oneLine, 'must be one line that is not blank, without control characters or unpaired surrogates'),
  longText: text(
    'longText',
    notBlank,
    'must not be blank and must have no control characters but line breaks and tabs, and no unpaired surrogates',
  ),
  email: text('email', textCheck(emailPattern), 'must be an email address'),
  phone: text('phone', textCheck(phonePattern), phoneRule),
  date: text('date', (sent) => isDate(sent) && isDay(sent), 'must be a date that exists, such as 2026-11-22'),
  yesNo: (answer) => (typeof answer === 'boolean' ? undefined : ['invalid_type', 'must be a boolean']),
  number: (answer) => {
    if (typeof answer !== 'number' && typeof answer !== 'bigint') return ['invalid_type', 'must be a number']
    const isHeld = typeof answer === 'number' && Math.abs(answer) <= Number.MAX_SAFE_INTEGER
    return isHeld ? undefined : ['out_of_range', 'must be from -(2^53-1) to 2^53-1']
  },
  choice: (answer, question) => {
    if (typeof answer !== 'string') return ['invalid_type', 'must be a string']
    return isOption(answer, question) ? undefined : ['invalid_value', notChosen]
  },
  choices: (answer, question) => {
    if (!Array.isArray(answer)) return ['invalid_type', 'must be an array']
    if (answer.length > (question.options ?? []).length || new Set(answer).size < answer.length)
      return ['invalid_value', 'must not have an option twice']
    const isRight = answer.every((one) => isOption(one, question))
    return isRight ? undefined : ['invalid_value', 'must have only strings that are options']
  },
}

/** The answers in the order of the questions, without empty ones. */
export const orderedAnswers = (questions: readonly Question[], sent: Readonly<Record<string, unknown>>): Answers => {
  const given = questions.filter(({ id }) => {
    if (!Object.hasOwn(sent, id)) return false
    const answer = sent[id]
    return !(Array.isArray(answer) && answer.length === 0)
  })
  // `answerIssues` has checked it.
  return Object.fromEntries(given.map(({ id }) => [id, sent[id] as Answer]))
}
