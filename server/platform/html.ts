/** Text that is already HTML. Every other value is escaped when it is put into a page. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type HtmlContent = Html | string | number | bigint | false | undefined | null | readonly HtmlContent[]

/**
 * Builds HTML from values: texts are escaped, `false`, `undefined` and `null` render as nothing, and lists are joined.
 *
 *     html`<h1>${title}</h1>${isOld && html`<p>Archived</p>`}`
 */
export const html = (parts: TemplateStringsArray, ...values: readonly HtmlContent[]): Html => {
  let text = parts[0] ?? ''
  for (let at = 0; at < values.length; at += 1) text += show(values[at]) + (parts[at + 1] ?? '')
  return new Html(text)
}

const show = (value: HtmlContent): string => {
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

/** Escapes text for use in HTML, between tags or in a quoted attribute. */
export const escapeHtml = (text: string): string =>
  // Most texts need no escaping.
  /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (character) => entities[character] ?? '') : text

/** A text with HTML in the place that a sentence has for it: `fill((name) => `Meet ${name}`, html`<b>Rex</b>`)`. */
export const fill = (sentence: (slot: string) => string, content: Html): Html => {
  const [before = '', ...after] = sentence(SLOT).split(SLOT)
  return html`${before}${content}${after.join('')}`
}

/** A character that no text contains: it is not assigned, and never will be. */
const SLOT = '\uFDD0'
