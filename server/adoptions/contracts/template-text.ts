import { isDense } from '../../animals/profiles/dense-text.ts'
import { Html, html } from '../../platform/html.ts'
import type { Fault } from '../../platform/http/http-error.ts'
import type { Partly } from '../../requests/api/operation.ts'
import type { DocumentTemplate } from './document.ts'
import { type BlockName, type DocumentValues, isBlockName, isValueName, longestValue } from './placeholder.ts'

/** A small template must not expand into a huge document, which is stored at each hand-over. */
const MAX_PLACEHOLDERS = 100

/**
 * The most characters of all values in a title and in a text. Besides its images, a document then has less than 100 KB,
 * or 200 KB if every character must be escaped in HTML, where it has up to six bytes.
 */
const MAX_FILLED = { title: 2_100, text: 12_000 } as const

const placeholderPattern = /\{\{ {0,3}([A-Za-z.]{1,40}) {0,3}\}\}/g
/** Matches placeholders and stray braces. */
const bracesPattern = /\{\{([^{}\n]{0,60})(?:\}\})?|\}\}/g

/** Validates a template: unknown placeholders and stray braces would be printed as they are. */
export const templateIssues = (template: Partly<DocumentTemplate>, at: string): Fault[] => {
  const issues = (['title', 'text'] as const).flatMap((name) => braceIssues(template[name] ?? '', `${at}${name}`))
  issues.push(...lengthIssues(template, at))
  issues.push(...blockIssues(template, at))
  if (isDense(template.text ?? '')) {
    const message = 'contains too many Markdown characters'
    issues.push({ field: `${at}text`, code: 'too_dense', message })
  }
  return issues
}

/** With the longest values that it could have. */
const lengthIssues = (template: Partly<DocumentTemplate>, at: string): Fault[] =>
  (['title', 'text'] as const).flatMap((name) => {
    let length = 0
    for (const [, value = ''] of (template[name] ?? '').matchAll(placeholderPattern))
      if (isValueName(value)) length += longestValue(value)
    if (length <= MAX_FILLED[name]) return []
    const message = `can become too long when its placeholders are filled in (${length} characters, at most ${MAX_FILLED[name]})`
    return [{ field: `${at}${name}`, code: 'filled_too_long', message }]
  })

const braceIssues = (text: string, field: string): Fault[] => {
  const named = [...text.matchAll(placeholderPattern)]
  if (named.length > MAX_PLACEHOLDERS) {
    const message = `must have at most ${MAX_PLACEHOLDERS} placeholders`
    return [{ field, code: 'too_many_placeholders', message }]
  }
  const unknown = new Set(named.flatMap(([all, name = '']) => (isValueName(name) || isBlockName(name) ? [] : [all])))
  const rest = text.replace(placeholderPattern, '')
  for (const [all] of rest.matchAll(bracesPattern)) unknown.add(all)
  return [...unknown].map((all) => ({
    field,
    code: 'unknown_placeholder',
    message: `has no placeholder ${all}`,
  }))
}

/** A block is in a separate paragraph, so that it is never inside other markup. */
const blockIssues = ({ title = '', text = '' }: Partly<DocumentTemplate>, at: string): Fault[] => {
  const code = 'misplaced_block'
  const inTitle = blocksIn(title).map(({ all }) => ({
    field: `${at}title`,
    code,
    message: `cannot contain ${all}`,
  }))
  const seen = new Set<BlockName>()
  const inText = text.split(/\n[ \t]{0,80}\n/).flatMap((paragraph) =>
    blocksIn(paragraph).flatMap(({ all, name }) => {
      const isRepeated = seen.has(name)
      seen.add(name)
      if (paragraph.trim() === all && !isRepeated) return []
      const rule = isRepeated ? `can contain ${all} only once` : `needs empty lines around ${all}`
      return [{ field: `${at}text`, code, message: rule }]
    }),
  )
  return [...inTitle, ...inText]
}

const blocksIn = (text: string): { all: string; name: BlockName }[] =>
  [...text.matchAll(placeholderPattern)].flatMap(([all, name = '']) => (isBlockName(name) ? [{ all, name }] : []))

/** Paragraphs with nothing but a block. */
const blockParagraph = /<p>\{\{ {0,3}([a-z]{1,40}) {0,3}\}\}<\/p>/g

/** Tags, which are skipped, and placeholders. */
const tagOrPlaceholder = /<[^<>]*>|\{\{ {0,3}([A-Za-z.]{1,40}) {0,3}\}\}/g

/**
 * Renders Markdown first and fills in values afterwards, so that a value can contain neither markup
 * nor placeholders. Placeholders that only appear after rendering, by escapes, are limited too.
 */
export const fillHtml = async (
  text: string,
  values: DocumentValues,
  blocks: Readonly<Record<BlockName, Html>>,
): Promise<Html> => {
  const { prose } = await import('../../animals/profiles/description.ts')
  let left = MAX_PLACEHOLDERS
  const fitting = fittingValues(values, MAX_FILLED.text)
  const fill = (part: string): string =>
    part.replace(tagOrPlaceholder, (all, name?: string) => {
      if (name === undefined || left === 0) return all
      left -= 1
      return valueOrLine(fitting(name)).text
    })
  const unused = new Set<string>(Object.keys(blocks))
  // Every second part is the name of a block.
  const parts = prose(text).text.split(blockParagraph)
  const filled = parts.map((part, at) => {
    if (at % 2 === 0) return fill(part)
    if (!isBlockName(part) || !unused.delete(part)) return ''
    return blocks[part].text
  })
  return new Html(filled.join(''))
}

/**
 * Returns values until they have `max` characters; the rest is to be filled in by hand. A template
 * from before `lengthIssues` may have more, and one with escapes.
 */
const fittingValues = (values: DocumentValues, max: number) => {
  let left = max
  return (name: string): string | undefined => {
    const value = isValueName(name) ? values[name] : undefined
    if (value === undefined) return undefined
    // In characters, as the limits of fields count.
    const { length } = [...value]
    if (length > left) return undefined
    left -= length
    return value
  }
}

export const valueOrLine = (value: string | undefined): Html => {
  if (value === undefined || value.trim() === '') return line
  return html`<bdi>${value.split('\n').map((one, at) => html`${at > 0 && html`<br>`}${one}`)}</bdi>`
}

/** Unknown values are filled in by hand. */
const line = html`<span class="line">______________________________</span>`

/** Fills one line of plain text. */
export const fillText = (text: string, values: DocumentValues): string => {
  const fitting = fittingValues(values, MAX_FILLED.title)
  return text.replace(placeholderPattern, (_, name) => (fitting(name) || '…').replaceAll(/\s+/g, ' '))
}
