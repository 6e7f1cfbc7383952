import { decodeEntities, textOf } from './animal-fields.ts'

/** HTML tags and their Markdown; others are dropped. */
const marks: Record<string, string> = {
  br: '\n',
  p: '\n\n',
  '/p': '\n\n',
  div: '\n',
  '/div': '\n',
  li: '\n- ',
  '/ul': '\n',
  '/ol': '\n',
  hr: '\n\n---\n\n',
  b: '**',
  '/b': '**',
  strong: '**',
  '/strong': '**',
  i: '*',
  '/i': '*',
  em: '*',
  '/em': '*',
  h1: '\n\n# ',
  h2: '\n\n## ',
  h3: '\n\n### ',
  '/h1': '\n\n',
  '/h2': '\n\n',
  '/h3': '\n\n',
  tr: '\n',
  td: ' ',
}

/** Elements whose content is not text. */
const hidden = new Set(['script', 'style', 'iframe', 'object', 'head', 'title'])

const MAX_INPUT = 200_000

/** A description as Markdown, and whether it was HTML. */
export const readDescription = (value: unknown): { text: string; isConverted: boolean } | undefined => {
  const given = textOf(value)
  if (given === undefined) return undefined
  const text = given.slice(0, MAX_INPUT)
  const isHtml = /<\/?[a-z][^<>]*>|&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8});/i.test(text)
  if (!isHtml) return { text: text.replaceAll('\r\n', '\n'), isConverted: false }
  const decoded = decodeEntities(text)
  const lines = withoutTags(decoded).split('\n')
  const written = lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
  return { text: written.trim(), isConverted: true }
}

/** A single pass from tag to tag. */
const withoutTags = (html: string): string => {
  const parts: string[] = []
  const lower = html.toLowerCase()
  let link: string | undefined
  let at = 0
  for (;;) {
    const open = html.indexOf('<', at)
    if (open < 0) break
    const close = html.indexOf('>', open)
    if (close < 0) break
    parts.push(html.slice(at, open))
    const tag = html.slice(open + 1, Math.min(close, open + 3_000))
    const name = /^\/?[a-z][a-z0-9]*/i.exec(tag)?.[0].toLowerCase()
    if (name === undefined) {
      // Not a tag but a literal sign.
      parts.push('<')
      at = open + 1
      continue
    }
    at = close + 1
    if (hidden.has(name)) {
      const end = lower.indexOf(`</${name}`, at)
      at = end < 0 ? html.length : end
      continue
    }
    if (name === 'a') link = /\bhref=["']?(https?:[^"'\s>]{1,2000})/i.exec(tag)?.[1]
    if (name === '/a' && link !== undefined) parts.push(` (${link})`)
    parts.push(marks[name] ?? '')
  }
  parts.push(html.slice(at))
  return parts.join('')
}
