import type { Answer } from '../../adoptions/forms/answers.ts'
import type { Form, Question, QuestionKind } from '../../adoptions/forms/form.ts'
import type { Query } from '../../platform/http/query.ts'

/** A question with the name of its field in the form of the page. */
export type Asked = { field: string; question: Question }

/** Who applies is asked like everything else. */
const contactQuestions: readonly Question[] = [
  { id: 'name', label: 'Your name', kind: 'text', required: true },
  { id: 'email', label: 'Email address', kind: 'email', required: true },
  { id: 'phone', label: 'Telephone number', kind: 'phone', required: false },
]

export const contactFields: readonly Asked[] = contactQuestions.map((question) => ({
  ...{ field: question.id, question },
}))

export const answerFields = ({ questions }: Pick<Form, 'questions'>): Asked[] =>
  questions.map((question) => ({ field: `answer.${question.id}`, question }))

/** Beside the questions: what shows which page it is, and what nobody fills in who sees the page. */
export const TOKEN_FIELD = 'token'
export const TRAP_FIELD = 'homepage'

/** By the names of their fields, as they were typed in. */
export type Typed = ReadonlyMap<string, readonly string[]>

export const typedIn = (sent: Query): Typed =>
  new Map([...sent].map(([field, texts]) => [field, texts.filter((text) => text !== undefined)]))

/** Values by the ids of their questions, as the API takes them; what was left empty is left out. */
export const valuesOf = (asked: readonly Asked[], typed: Typed): Record<string, Answer> =>
  Object.fromEntries(
    asked.flatMap(({ field, question }) => {
      const value = readers[question.kind](typed.get(field) ?? [])
      return value === undefined ? [] : [[question.id, value]]
    }),
  )

type Reader = (texts: readonly string[]) => Answer | undefined

/** What people leave around a text is not theirs; of a text that is no value, the check of answers finds out. */
const text: Reader = ([first = '']) => first.trim() || undefined

/** Browsers send line breaks as two characters. */
const lines: Reader = ([first = '']) => first.replaceAll('\r\n', '\n').trim() || undefined

const readers: Readonly<Record<QuestionKind, Reader>> = {
  text,
  longText: lines,
  email: text,
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
  phone: (texts) => {
    const sent = text(texts)
    // As many write the code of an area; nothing else of a number may be lost.
    return typeof sent === 'string' && sent.startsWith('(') ? sent.replace(/[()]/g, '') : sent
  },
}

/** A comma is that of a fraction only where it cannot be one of thousands. */
const numberIn = (sent: string): number | undefined =>
  sent.length <= 32 && /^[+-]?\d+(?:\.\d+|,\d\d?)?$/.test(sent)
    ? Number(sent.replace(',', '.'))
    : undefined
