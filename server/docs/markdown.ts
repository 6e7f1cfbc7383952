import MarkdownIt from 'markdown-it'

/** Markdown to HTML. HTML in it is shown as text; a link to another guide's file leads to its page. */
export const markdownRenderer = (): ((markdown: string) => string) => {
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
  // What may be wider than the page scrolls by itself, by keyboard too.
  rules.table_open = () =>
    '<div class="wide" tabindex="0" role="region" aria-label="Table"><table>\n'
  rules.table_close = () => '</table></div>\n'
  const fence = rules.fence
  rules.fence = (tokens, at, options, env, renderer) => {
    const html = fence?.(tokens, at, options, env, renderer) ?? ''
    const language = markdown.utils.escapeHtml(tokens[at]?.info.trim() ?? '')
    return html.replace('<pre>', `<pre tabindex="0" role="region" aria-label="Code: ${language}">`)
  }
  return (text) => markdown.render(text)
}

/** As GitHub names headings, so that a link works in both places. */
const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
