import { type Html, html } from '../../platform/html.ts'
import type { Schema } from '../openapi/api-document.ts'
import { limitsOf, typesOf, valuesOf } from './schema-words.ts'

type Input = {
  label: string
  /** The name that the script uses for it. */
  attributes: Html
  schema: Schema
  /** The values that a list can contain. */
  choices: readonly string[]
  start: string
  isRequired: boolean
  /** Without it nothing is sent. Other required fields may be left out, to see the server's error. */
  isNeeded?: boolean
}

/** One labelled input: checkboxes or a select where the values are known, a line to type into otherwise. */
export const input = ({ label, attributes, schema, choices, start, isRequired, isNeeded = false }: Input): Html => {
  const types = typesOf(schema)
  const isBoolean = types.includes('boolean')
  const values = [
    ...(isBoolean ? ['true', 'false'] : valuesOf(schema)),
    ...((isBoolean || valuesOf(schema).length > 0) && types.includes('null') ? ['null'] : []),
  ]
  const words = types.filter((type) => type !== 'null').map((type) => (type === 'array' ? 'separated by commas' : type))
  const hint = [words.join(' or '), ...limitsOf(schema)].join(', ')
  const name = html`<span>${label}${isRequired && html`<b aria-hidden="true" title="Required">*</b>`}</span>`
  if (choices.length > 0) {
    const checked = new Set(start.split(/, ?/))
    return html`<div class="f" role="group" aria-label="${label}" data-choices${attributes}>${name}<div class="choices">${choices.map((value) => html`<label><input type="checkbox" value="${value}"${checked.has(value) && html` checked`}>${value}</label>`)}</div></div>`
  }
  if (values.length > 0) {
    return html`<label class="f">${name}<select${attributes}><option value=""></option>${values.map((value) => html`<option${value === start && html` selected`}>${value}</option>`)}</select></label>`
  }
  const isNumber = types.includes('integer') || types.includes('number')
  return html`<label class="f">${name}<input${attributes} value="${start}" placeholder="${hint}" autocomplete="off" spellcheck="false"${isNumber && html` inputmode="decimal"`}${isNeeded && html` required`}></label>`
}
