import MarkdownIt from 'markdown-it'
import { Html, html } from '../../platform/html.ts'
import { isDense } from './dense-text.ts'

/**
 * A safe subset of Markdown: HTML is shown as text, images are dropped, and links may only lead to
 * the web, to mail and to telephone numbers.
 */
const markdown = new MarkdownIt('zero', { html: false, breaks: true })
  .enable(['heading', 'lheading', 'list', 'blockquote', 'hr', 'link', 'emphasis', 'autolink'])
  .enable(['newline', 'escape', 'entity', 'backticks'])
markdown.validateLink = (url) => /^(?:https?:\/\/|mailto:|tel:)/i.test(url)

const { rules } = markdown.renderer
rules.link_open = (tokens, at, options, _env, renderer) => {
  // Links are user input and unchecked.
  tokens[at]?.attrSet('rel', 'nofollow noopener ugc')
  return renderer.renderToken(tokens, at, options)
}
// The page has its own headings above them.
const level = (tag: string): string => (tag === 'h1' || tag === 'h2' ? 'h3' : 'h4')
rules.heading_open = (tokens, at) => `<${level(tokens[at]?.tag ?? 'h4')}>`
rules.heading_close = (tokens, at) => `</${level(tokens[at]?.tag ?? 'h4')}>\n`

/** Renders user-written Markdown as HTML, or as plain text if it would be slow to parse. */
export const prose = (text: string): Html => (isDense(text) ? plain(text) : new Html(markdown.render(text)))

const plain = (text: string): Html =>
  html`<p>${text.split('\n').map((line, at) => html`${at > 0 && html`<br>`}${line}`)}</p>\n`

const textOf = ({ type, content }: { type: string; content: string }): string => {
  if (/break$/.test(type)) return ' '
  return type === 'text' || type === 'code_inline' ? content : ''
}

/** The words in a row: a heading introduces what follows it, and list items stay separate. */
const wordsOf = (text: string): string => {
  if (isDense(text)) return text
  let words = ''
  let last = ''
  let mark = ''
  let depth = 0
  for (const { type, children } of markdown.parse(text, {})) {
    if (/_list_open$/.test(type)) {
      depth += 1
      mark = ':'
    }
    if (/_list_close$/.test(type)) depth -= 1
    if (type === 'heading_close') mark = ':'
    if (/^(?:paragraph|bullet_list|ordered_list)_close$/.test(type)) mark = depth > 0 ? ',' : '.'
    const block = (children ?? []).map(textOf).join('').trim()
    if (block === '') continue
    words += last === '' ? block : `${needsMark.test(last) ? mark : ''} ${block}`
    last = block
  }
  return words
}

const needsMark = /[\p{L}\p{M}\p{N}]$/u

/** The first words as plain text, for previews. */
export const excerpt = (text: string, most: number): string => {
  // Text beyond this would be cut off anyway.
  const words = wordsOf(text.slice(0, most * 8).toWellFormed())
    .replace(/\s+/g, ' ')
    .trim()
  if (words.length <= most) return words
  const cut = words.slice(0, most - 1).toWellFormed()
  const space = cut.lastIndexOf(' ')
  const whole = space > most / 2 ? cut.slice(0, space) : cut
  let end = whole.length
  while (end > 0 && ' ,;:.\uFFFD'.includes(whole[end - 1] ?? '')) end -= 1
  return `${whole.slice(0, end)}…`
}
