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
 *     html`<h1>${name}</h1>${isOld && html`<p>Archived</p>`}`
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

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML, between tags or in a quoted attribute. */
export const escapeHtml = (text: string): string =>
  // Most texts have nothing to escape.
  /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (character) => entities[character] ?? '') : text
