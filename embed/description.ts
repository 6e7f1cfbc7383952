import { h } from './dom.ts'
import { webUrl } from './store-origin.ts'

/**
 * Renders the description of an animal: paragraphs, headings, lists, bold, italic and links of
 * Markdown. Any other syntax, and all HTML, is shown as text.
 */
export const describe = (markdown: string): HTMLElement[] =>
  markdown.split(/\n\s*\n/).flatMap((block): HTMLElement[] => {
    const lines = block.split('\n').filter((line) => line.trim() !== '')
    if (lines.length === 0) return []
    const items = lines.map((line) => /^\s{0,3}(?:[-*+]|\d{1,3}[.)])\s+(.*)$/.exec(line)?.[1])
    if (items.every((item) => item !== undefined)) {
      const tag = /^\s*\d/.test(lines[0] ?? '') ? 'ol' : 'ul'
      return [h(tag, {}, ...items.map((item) => h('li', { dir: 'auto' }, ...inline(item))))]
    }
    const heading = lines.length === 1 && /^#{1,6} (.*)$/.exec(lines[0] ?? '')?.[1]
    if (heading) return [h('h4', { dir: 'auto' }, ...inline(heading))]
    return [h('p', { dir: 'auto' }, ...lines.flatMap((line, at) => [at > 0 && h('br'), ...inline(line)]))]
  })

/** Each alternative ends at the first character that could begin another, so matching is linear. */
const marks = /\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^\][]+)\]\((https?:[^()\s[\]]+)\)/g

const inline = (line: string): (Node | string)[] => {
  const nodes: (Node | string)[] = []
  let from = 0
  for (const { 0: whole, 1: bold, 2: italic, 3: label, 4: address, index } of line.matchAll(marks)) {
    nodes.push(line.slice(from, index))
    from = index + whole.length
    const href = address && webUrl(address)
    if (bold) nodes.push(h('strong', {}, bold))
    else if (italic) nodes.push(h('em', {}, italic))
    else if (label && href) nodes.push(h('a', { href, ...outward }, label))
    else nodes.push(whole)
  }
  return [...nodes, line.slice(from)]
}

/** Attributes of links to other sites. Their author is not the owner of the page. */
export const outward = { target: '_blank', rel: 'noreferrer nofollow ugc' }
