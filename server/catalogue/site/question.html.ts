import type { QuestionKind } from '../../adoptions/forms/form.ts'
import { type Html, html } from '../../platform/html.ts'
import type { QuestionField } from './apply-form.ts'
import type { SiteTexts } from './texts/english.ts'

type Field = QuestionField & {
  /** The values entered before. */
  typed: readonly string[]
  /** The error message of the answer. */
  fault: string | undefined
  texts: SiteTexts
}

/** With more options than this, the question is a drop-down list. */
const MAX_RADIOS = 8

/** A question with its field. The id of its first control is the name of the field, so that errors can link to it. */
export const questionField = (field: Field): Html => {
  const { kind, options = [] } = field.question
  const { apply } = field.texts
  if (kind === 'yesNo')
    return group(field, 'radio', [
      ['yes', apply.yes],
      ['no', apply.no],
    ])
  const labelled = options.map((option): Option => [option, field.translate(option)])
  if (kind === 'choices') return group(field, 'checkbox', labelled)
  if (kind !== 'choice') return single(field, kind === 'longText' ? area(field) : line(field))
  return options.length > MAX_RADIOS ? single(field, select(field, labelled)) : group(field, 'radio', labelled)
}

type Option = readonly [value: string, label: string]

const single = (field: Field, control: Html): Html =>
  html`<div class="ask${field.fault !== undefined && ' wrong'}"><label for="${field.field}">${labelOf(field)}</label>${about(field)}${control}</div>`

const group = (field: Field, type: 'radio' | 'checkbox', options: readonly Option[]): Html => {
  const { field: name, question, typed } = field
  // An optional choice can be cleared again.
  const all = type === 'radio' && !question.required ? [...options, ['', field.texts.apply.noAnswer] as const] : options
  const chosen = typed.length > 0 ? typed : type === 'radio' ? [''] : []
  return html`<fieldset class="ask${field.fault !== undefined && ' wrong'}"${describedBy(field)}><legend>${labelOf(field)}</legend>${about(field)}<div class="options">${all.map(([value, label], at) => html`<label class="check"><input type="${type}" name="${name}" value="${value}"${at === 0 && html` id="${name}"`}${chosen.includes(value) && html` checked`}><span dir="auto">${label}</span></label>`)}</div></fieldset>`
}

const labelOf = ({ question: { label, required }, texts, translate }: Field): Html =>
  html`<bdi>${translate(label)}</bdi>${!required && html` <span class="opt">${texts.apply.optional}</span>`}`

/** The help text and the error of a question. */
const about = ({ field, question, fault, texts, translate }: Field): Html =>
  html`${question.help !== undefined && html`<p class="help" id="${field}-help" dir="auto">${translate(question.help)}</p>`}${fault !== undefined && html`<p class="fault" id="${field}-fault"><span class="hide">${texts.apply.error} </span>${fault}</p>`}`

const describedBy = ({ field, question, fault }: Field): Html | false => {
  const ids = [
    ...(question.help === undefined ? [] : [`${field}-help`]),
    ...(fault === undefined ? [] : [`${field}-fault`]),
  ]
  return ids.length > 0 && html` aria-describedby="${ids.join(' ')}"`
}

const attributes = (field: Field): Html =>
  html`id="${field.field}" name="${field.field}"${field.question.required && html` aria-required="true"`}${describedBy(field)}${field.fault !== undefined && html` aria-invalid="true"`}`

/** Accepts twice the allowed length, so that a text that is too long is reported and not cut off. */
const area = (field: Field): Html =>
  html`<textarea rows="5" dir="auto" maxlength="20000" ${attributes(field)}>
${field.typed[0]}</textarea>`

/** Leaves validation to the server, because browsers report one error at a time. Only invalid dates cannot be sent. */
const line = (field: Field): Html => {
  const shape = isNoDate(field) ? undefined : lines[field.question.kind]
  const { type = 'text', mode, max, size } = shape ?? {}
  const complete = completions[field.field]
  return html`<input type="${type}" dir="auto"${mode && html` inputmode="${mode}"`}${max && html` max="${max}"`}${size && html` class="${size}"`} maxlength="2000"${complete && html` autocomplete="${complete}"`} ${attributes(field)} value="${field.typed[0] ?? ''}">`
}

/** A date field would not show an invalid date, so it becomes a text field. */
const isNoDate = ({ question, fault }: Field): boolean => question.kind === 'date' && fault !== undefined

type Line = { type?: string; mode?: string; max?: string; size?: 'short' }
const lines: Partial<Record<QuestionKind, Line>> = {
  email: { mode: 'email' },
  phone: { type: 'tel' },
  number: { mode: 'decimal', size: 'short' },
  // Limits years to four digits.
  date: { type: 'date', max: '9999-12-31', size: 'short' },
}

/** The details that browsers can fill in. With `off`, the others would be lost on the way back to the form. */
const completions: Readonly<Record<string, string>> = {
  name: 'name',
  email: 'email',
  phone: 'tel',
}

const select = (field: Field, options: readonly Option[]): Html => {
  const [chosen = ''] = field.typed
  const { apply } = field.texts
  const none = field.question.required ? apply.choose : apply.noAnswer
  return html`<select dir="auto" ${attributes(field)}><option value="">${none}</option>${options.map(([value, label]) => html`<option value="${value}"${value === chosen && html` selected`}>${label}</option>`)}</select>`
}
