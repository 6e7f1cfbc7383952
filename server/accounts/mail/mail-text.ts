import { escapeHtml } from '../../platform/html.ts'
import type { Language } from '../../platform/language.ts'

/** A part of a text: a paragraph, a link with its label, or a quote of somebody else. */
export type MailBlock = string | { link: string; label: string } | { quote: string }

/** The text as plain text, for mail and for copying. */
export const plainText = (blocks: readonly MailBlock[]): string => `${blocks.map(plainBlock).join('\n\n')}\n`

const plainBlock = (block: MailBlock): string => {
  if (typeof block === 'string') return cleanText(block)
  if ('link' in block) return `${cleanText(block.label)}:\n${block.link}`
  return cleanText(block.quote).replace(/^/gm, '> ')
}

/** The text as HTML. All parts are escaped: none of them is ever markup. */
export const htmlText = (blocks: readonly MailBlock[], language: Language): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"></head>` +
  '<body style="font:16px/1.5 system-ui,sans-serif;max-width:36em;margin:0 auto;padding:1.5em;overflow-wrap:anywhere">' +
  `${blocks.map(htmlBlock).join('')}</body></html>`

const htmlBlock = (block: MailBlock): string => {
  if (typeof block === 'string') return `<p>${htmlLines(block)}</p>`
  if ('quote' in block) {
    const style = 'margin:1em 0;padding-left:1em;border-left:3px solid #ccc'
    return `<blockquote style="${style}">${htmlLines(block.quote)}</blockquote>`
  }
  const link = escapeHtml(block.link)
  return `<p><a href="${link}">${htmlLines(block.label)}</a><br><small>${link}</small></p>`
}

const htmlLines = (text: string): string => escapeHtml(cleanText(text)).replaceAll('\n', '<br>')

/** Removes control characters and those that change the direction of text. */
const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, '')

/** One line of bounded length for a header, so that it cannot start another header. */
export const headerText = (text: string, maxLength: number): string => {
  const line = cleanText(text.slice(0, 4 * maxLength))
    .replace(/[\s\u2028\u2029]+/g, ' ')
    // Nobody writes an encoded word (RFC 2047) themselves: mail programs would show what is hidden in it.
    .replaceAll('=?', '= ?')
    .trim()
  const points = [...line]
  return points.length <= maxLength ? line : `${points.slice(0, maxLength - 1).join('')}…`
}
