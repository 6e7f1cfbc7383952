import MarkdownIt from 'markdown-it'
import { escapeHtml, Html } from '../../platform/html.ts'
import { highlighted } from './highlight.ts'

/** Markdown as HTML. HTML in it is shown as text. */
export type Prose = {
  /** Paragraphs, lists, tables, code. */
  blocks(markdown: string): Html
  /** The text of a line. */
  inline(markdown: string): Html
}

type Options = {
  /** Words that name a row of a table when they are its code: links lead to them. */
  anchors?: ReadonlySet<string>
  /** Returns the link for code such as `GET /v1/pets`. */
  addressOf?: (code: string) => string | undefined
}

/** A link to another guide's file leads to its page. */
export const proseWriter = ({ anchors = new Set(), addressOf = () => undefined }: Options = {}): Prose => {
  const markdown = new MarkdownIt({ html: false })
  const { rules } = markdown.renderer
  rules.heading_open = (tokens, at, options, _env, renderer) => {
    tokens[at]?.attrSet('id', slugOf(tokens[at + 1]?.content ?? ''))
    return renderer.renderToken(tokens, at, options)
  }
  rules.link_open = (tokens, at, options, _env, renderer) => {
    const href = String(tokens[at]?.attrGet('href') ?? '')
    tokens[at]?.attrSet('href', href.replace(/^([\w-]+)\.md(#|$)/, '/docs/guides/$1$2'))
    return renderer.renderToken(tokens, at, options)
  }
  // Content wider than the page scrolls separately, also with the keyboard.
  rules.table_open = () => '<div class="wide" tabindex="0" role="region" aria-label="Table"><table>\n'
  rules.table_close = () => '</table></div>\n'
  rules.tr_open = (tokens, at, options, _env, renderer) => {
    const cells = tokens.slice(at + 1, at + 6).map(({ content }) => content.replaceAll('`', ''))
    const name = cells.find((cell) => anchors.has(cell))
    if (name) tokens[at]?.attrSet('id', name)
    return renderer.renderToken(tokens, at, options)
  }
  rules.code_inline = (tokens, at) => {
    const { content = '' } = tokens[at] ?? {}
    const code = `<code>${escapeHtml(content)}</code>`
    const before = tokens.slice(0, at)
    const isInLink = before.findLast(({ type }) => /^link_/.test(type))?.type === 'link_open'
    const address = isInLink ? undefined : addressOf(content)
    return address === undefined ? code : `<a href="${escapeHtml(address)}">${code}</a>`
  }
  rules.fence = (tokens, at) => {
    const { content = '', info = '' } = tokens[at] ?? {}
    const language = info.trim()
    const name = escapeHtml(languageNames[language] ?? 'Text')
    return `<div class="code"><span>${name}</span><pre><code class="language-${escapeHtml(language)}">${highlighted(content, language)}</code></pre></div>\n`
  }
  return {
    blocks: (text) => new Html(markdown.render(text)),
    inline: (text) => new Html(markdown.renderInline(text)),
  }
}

/** The display name of a block's language. */
const languageNames: Readonly<Record<string, string>> = {
  console: 'Shell',
  sh: 'Shell',
  ts: 'TypeScript',
  js: 'JavaScript',
  python: 'Python',
  php: 'PHP',
  go: 'Go',
  html: 'HTML',
  css: 'CSS',
  json: 'JSON',
}

/** Names headings like GitHub, so that links work in both places. */
export const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
