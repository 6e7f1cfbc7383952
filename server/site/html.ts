import { escapeHtml } from '../portal/html.ts'

/** Text that is HTML already. Everything else that goes into a page is escaped. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type Shown = Html | string | number | bigint | false | undefined | null | readonly Shown[]

/**
 * HTML with values: texts are escaped, `false`, `undefined` and `null` are nothing, lists are joined.
 *
 *     html`<h1>${pet.name}</h1>${isSold && html`<p>Adopted</p>`}`
 */
export const html = (parts: TemplateStringsArray, ...values: readonly Shown[]): Html => {
  let text = parts[0] ?? ''
  for (let at = 0; at < values.length; at += 1) text += show(values[at]) + (parts[at + 1] ?? '')
  return new Html(text)
}

const show = (value: Shown): string => {
  if (value instanceof Html) return value.text
  if (typeof value === 'string') return escapeHtml(value)
  if (Array.isArray(value)) return value.map(show).join('')
  if (value === false || value === undefined || value === null) return ''
  return String(value)
}
