import { type Answers, answerIssues, maxAnswerLengths } from '../../adoptions/forms/answers.ts'
import type { Question, QuestionKind } from '../../adoptions/forms/form.ts'
import { contactFields, type QuestionField, type Typed, valuesOf } from './apply-form.ts'
import type { SiteTexts } from './texts/english.ts'

/** The error of a field, and how to correct it. */
export type FieldFault = { field: string; label: string; message: string }

/** All errors of the input, in the order of the page, as readable messages. */
export const faultsIn = (questions: readonly QuestionField[], typed: Typed, texts: SiteTexts): FieldFault[] => {
  const contacts = contactFields(texts)
  const contact = valuesOf(contacts, typed)
  const found = [
    ...nameFault(contact, texts),
    ...faultsOf(contacts, contact, texts),
    ...faultsOf(questions, valuesOf(questions, typed), texts),
  ]
  // Only the first error of each field.
  return [...new Map(found.reverse().map((fault) => [fault.field, fault])).values()].reverse()
}

const faultsOf = (fields: readonly QuestionField[], values: Answers, texts: SiteTexts): FieldFault[] => {
  const byId = new Map(fields.map((one) => [one.question.id, one]))
  const issues = answerIssues(
    [...byId.values()].map(({ question }) => question),
    values,
  )
  return issues.flatMap(({ field: name, code }) => {
    const found = byId.get(name.replace(/^answers\./, ''))
    if (!found) return []
    const { field, question, translate } = found
    const message =
      field === 'name' && code === 'required' ? texts.faults.name : messageOf(code, question, values, texts)
    return { field, label: translate(question.label), message }
  })
}

const messageOf = (code: string, { id, kind }: Question, values: Answers, { faults }: SiteTexts): string => {
  if (code === 'required') return faults.missing[kind]
  const most = lengthOf(kind)
  if (code === 'out_of_range' && most !== undefined) {
    return faults.tooLong(most, [...String(values[id])].length)
  }
  return faults.wrong[kind]
}

const lengthOf = (kind: QuestionKind): number | undefined =>
  // A text longer than a date gets the message for invalid dates.
  kind in maxAnswerLengths && kind !== 'date' ? maxAnswerLengths[kind as keyof typeof maxAnswerLengths] : undefined

/**
 * Names are as long as the API allows. Web addresses are rejected, because the name appears in mail to the supposed
 * applicant.
 */
const nameFault = ({ name }: Answers, { apply, faults }: SiteTexts): FieldFault[] => {
  if (typeof name !== 'string') return []
  const { length } = [...name]
  const message =
    length > MAX_NAME ? faults.tooLong(MAX_NAME, length) : /:\/\/|www\./i.test(name) ? faults.webAddress : undefined
  return message === undefined ? [] : [{ field: 'name', label: apply.name, message }]
}

const MAX_NAME = 255
