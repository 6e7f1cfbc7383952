import type { Answer } from '../../adoptions/forms/answers.ts'
import type { Form, Question, QuestionKind } from '../../adoptions/forms/form.ts'
import type { Query } from '../../platform/http/query.ts'
import type { SiteTexts } from './texts/english.ts'

/** A question, and the name of its field in the form. */
export type QuestionField = {
  field: string
  question: Question
  /** Translates the texts of the question. */
  translate: (text: string) => string
}

/** Contact details are asked for like everything else. */
export const contactFields = ({ apply }: SiteTexts): QuestionField[] => {
  const questions: Question[] = [
    { id: 'name', label: apply.name, kind: 'text', required: true },
    { id: 'email', label: apply.email, kind: 'email', required: true },
    { id: 'phone', label: apply.phone, kind: 'phone', required: false },
  ]
  return questions.map((question) => ({ field: question.id, question, translate: untranslated }))
}

/**
 * The default form is shared by all accounts. Its texts are ours, so they have translations. All other texts are
 * written by shelters.
 */
export const answerFields = (
  { questions, accountId }: Pick<Form, 'questions' | 'accountId'>,
  { firstForm }: SiteTexts,
): QuestionField[] => {
  const translate = (text: string) => (Object.hasOwn(firstForm, text) ? (firstForm[text] ?? text) : text)
  return questions.map((question) => ({
    field: `answer.${question.id}`,
    question,
    translate: accountId === undefined ? translate : untranslated,
  }))
}

const untranslated = (text: string): string => text

/** Fields besides the questions: one identifies the page, and one is a trap that people do not see. */
export const TOKEN_FIELD = 'token'
export const TRAP_FIELD = 'homepage'

/** Values as they were entered, by field. */
export type Typed = ReadonlyMap<string, readonly string[]>

export const typedIn = (sent: Query): Typed =>
  new Map([...sent].map(([field, texts]) => [field, texts.filter((text) => text !== undefined)]))

/** Values by question id, as the API takes them. Empty answers are left out. */
export const valuesOf = (fields: readonly QuestionField[], typed: Typed): Record<string, Answer> =>
  Object.fromEntries(
    fields.flatMap(({ field, question }) => {
      const value = readers[question.kind](typed.get(field) ?? [])
      return value === undefined ? [] : [[question.id, value]]
    }),
  )

type Reader = (texts: readonly string[]) => Answer | undefined

/** Only trims: values that are not valid are rejected by the check of answers. */
const text: Reader = ([first = '']) => first.trim() || undefined

/** Browsers send line breaks as CRLF. */
const lines: Reader = ([first = '']) => first.replaceAll('\r\n', '\n').trim() || undefined

const readers: Readonly<Record<QuestionKind, Reader>> = {
  text,
  longText: lines,
  email: text,
  phone: text,
  date: text,
  choice: text,
  choices: (texts) => {
    const chosen = texts.filter((one) => one !== '')
    return chosen.length > 0 ? chosen : undefined
  },
  yesNo: (texts) => {
    const sent = text(texts)
    return sent === 'yes' || (sent === 'no' ? false : sent)
  },
  number: (texts) => {
    const sent = text(texts)
    return sent === undefined ? undefined : (numberIn(String(sent)) ?? sent)
  },
}

/** A comma is a decimal separator only if it cannot separate thousands. */
const numberIn = (sent: string): number | undefined =>
  sent.length <= 32 && /^[+-]?\d+(?:\.\d+|,\d\d?)?$/.test(sent) ? Number(sent.replace(',', '.')) : undefined
