import { escapeHtml } from '../platform/html.ts'
import type { Guide } from './guides.ts'

/** An entry of the reference's navigation. */
export type ReferenceTag = {
  group: string
  tag: string
  operations: { name: string; method: string; path: string; isDeprecated: boolean }[]
}

type GuidePage = {
  guide: Guide
  guides: readonly Guide[]
  reference: readonly ReferenceTag[]
  urls: { styles: string; script: string; icon: string }
}

/**
 * A guide as a page that works without scripts: scripts only add copying, and the colours chosen in the reference.
 */
export const guidePage = ({ guide, guides, reference, urls }: GuidePage): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeHtml(guide.title)} - Animal Adoption Store API</title>
    <meta name="description" content="${escapeHtml(guide.summary)}">
    <link rel="icon" href="${urls.icon}" type="image/svg+xml">
    <link rel="alternate" href="/docs/guides/${guide.name}.md" type="text/markdown">
    <link rel="stylesheet" href="${urls.styles}">
    <script src="${urls.script}"></script>
  </head>
  <body>
    <a class="skip" href="#text">Skip to the text</a>
    <header>
      <button type="button" popovertarget="contents">Menu</button>
      <a href="/docs">Animal Adoption Store API</a>
    </header>
    <nav id="contents" aria-label="Documentation" popover>${navigation(guide, guides, reference)}</nav>
    <main id="text">
      <article>${guide.html}</article>
      <footer>${neighbours(guide, guides)}</footer>
    </main>
  </body>
</html>
`

const navigation = (
  { name: current }: Guide,
  guides: readonly Guide[],
  reference: readonly ReferenceTag[],
): string => {
  const entries = guides.map(({ name, title }) => {
    const mark = name === current ? ' aria-current="page"' : ''
    return `<li><a href="/docs/guides/${name}"${mark}>${escapeHtml(title)}</a></li>`
  })
  const groups = Map.groupBy(reference, ({ group }) => group)
  return [
    '<ul><li><a href="/docs">Introduction</a></li></ul>',
    `<h2>Guides</h2><ul>${entries.join('')}</ul>`,
    ...[...groups].map(
      ([group, tags]) => `<h2>${escapeHtml(group)}</h2>${tags.map(tagEntries).join('')}`,
    ),
  ].join('\n')
}

const tagEntries = ({ tag, operations }: ReferenceTag): string => {
  const anchor = `/docs#tag/${tag.toLowerCase()}`
  const entries = operations.map(({ name, method, path, isDeprecated }) => {
    const text = isDeprecated ? `<s>${escapeHtml(name)}</s>` : escapeHtml(name)
    const href = escapeHtml(`${anchor}/${method}${path}`)
    return `<li><a href="${href}">${text}<small class="${method.toLowerCase()}">${method}</small></a></li>`
  })
  return `<details><summary>${escapeHtml(tag)}</summary><ul>${entries.join('')}</ul></details>`
}

const neighbours = ({ name }: Guide, guides: readonly Guide[]): string => {
  const at = guides.findIndex((guide) => guide.name === name)
  const link = (guide: Guide | undefined, word: string) =>
    guide
      ? `<a href="/docs/guides/${guide.name}">${word}: <strong>${escapeHtml(guide.title)}</strong></a>`
      : '<span></span>'
  return link(guides[at - 1], 'Before') + link(guides[at + 1], 'Next')
}
