import { type Answers, answerIssues, maxAnswerLengths } from '../../adoptions/forms/answers.ts'
import type { Question, QuestionKind } from '../../adoptions/forms/form.ts'
import { numberText } from '../../animals/profiles/labels.ts'
import { contactFields, type QuestionField, type Typed, valuesOf } from './apply-form.ts'

/** What is wrong with a field, and how to correct it. */
export type FieldFault = { field: string; label: string; message: string }

/** Everything that is wrong with what was entered, in the order of the page, in words for people. */
export const faultsIn = (questions: readonly QuestionField[], typed: Typed): FieldFault[] => {
  const contact = valuesOf(contactFields, typed)
  const found = [
    ...nameFault(contact),
    ...faultsOf(contactFields, contact).map(inOwnWords),
    ...faultsOf(questions, valuesOf(questions, typed)),
  ]
  // Only the first error of each field.
  return [...new Map(found.reverse().map((fault) => [fault.field, fault])).values()].reverse()
}

const faultsOf = (fields: readonly QuestionField[], values: Answers): FieldFault[] => {
  const byId = new Map(fields.map((one) => [one.question.id, one]))
  const issues = answerIssues(
    [...byId.values()].map(({ question }) => question),
    values,
  )
  return issues.flatMap(({ field, code }) => {
    const found = byId.get(field.replace(/^answers\./, ''))
    if (!found) return []
    const { question } = found
    return { field: found.field, label: question.label, message: messageOf(code, question, values) }
  })
}

const messageOf = (code: string, { id, kind }: Question, values: Answers): string => {
  if (code === 'required') return missing[kind]
  const most = lengthOf(kind)
  if (code === 'out_of_range' && most !== undefined) {
    const length = [...String(values[id])].length
    return `Use at most ${numberText(most)} characters. These are ${numberText(length)}.`
  }
  return wrong[kind]
}

const lengthOf = (kind: QuestionKind): number | undefined =>
  // A text longer than a date gets the message for invalid dates.
  kind in maxAnswerLengths && kind !== 'date'
    ? maxAnswerLengths[kind as keyof typeof maxAnswerLengths]
    : undefined

const missing: Readonly<Record<QuestionKind, string>> = {
  text: 'Answer this question.',
  longText: 'Answer this question.',
  choice: 'Choose an answer.',
  choices: 'Choose at least one answer.',
  yesNo: 'Choose yes or no.',
  number: 'Enter a number.',
  date: 'Enter a date.',
  email: 'Enter an email address.',
  phone: 'Enter a telephone number.',
}

const wrong: Readonly<Record<QuestionKind, string>> = {
  text: 'Use one line of plain text.',
  longText: 'Use plain text: it has characters that cannot be shown.',
  choice: 'Choose one of the answers.',
  choices: 'Choose from the answers, each of them once.',
  yesNo: 'Choose yes or no.',
  number: 'Enter a number in digits, such as 2 or 2.5.',
  date: 'Enter a date that exists, such as 2026-11-22.',
  email: 'Enter a whole email address, such as name@example.org.',
  phone: 'Enter a telephone number in digits, such as +44 20 7946 0000.',
}

const inOwnWords = (fault: FieldFault): FieldFault =>
  fault.field === 'name' && fault.message === missing.text
    ? { ...fault, message: 'Enter your name.' }
    : fault

/**
 * Names are as long as the API allows. Web addresses are rejected, because the name appears in mail to the supposed
 * applicant.
 */
const nameFault = ({ name }: Answers): FieldFault[] => {
  if (typeof name !== 'string') return []
  const { length } = [...name]
  const message =
    length > MAX_NAME
      ? `Use at most ${MAX_NAME} characters. These are ${numberText(length)}.`
      : /:\/\/|www\./i.test(name)
        ? 'Enter your name, without a web address.'
        : undefined
  return message === undefined ? [] : [{ field: 'name', label: 'Your name', message }]
}

const MAX_NAME = 255
