import { readFile } from 'node:fs/promises'
import { type Asset, asset } from '../api/asset.ts'
import { escapeHtml } from '../platform/html.ts'
import type { ApiDocument } from '../portal/api-document.ts'
import { docsPage, icon } from './docs.html.ts'
import { guidePage } from './guide.html.ts'
import { type Guide, loadGuides, writtenOrigin } from './guides.ts'
import { llmsFullText, llmsText } from './llms.ts'
import { operationsText } from './llms-operations.ts'
import { referenceTags } from './reference-tags.ts'
import { scalarScript } from './scalar.ts'

/** Everything that is shown, made when it is first asked for. */
export type Site = {
  page: Asset
  assets: ReadonlyMap<string, Asset>
  guides: readonly Guide[]
  /** The page of a guide, or its Markdown if the name ends so, as it is at an origin. */
  findGuide(file: string, origin: string): { type: string; text: string } | undefined
  /** `/llms.txt` and `/llms-full.txt`, as they are at an origin. */
  llms: Readonly<Record<'brief' | 'full', (origin: string) => string>>
}

export const loadSite = async (readDocument: () => ApiDocument): Promise<Site> => {
  const assets = new Map<string, Asset>()
  const publish = (name: string, type: 'js' | 'css' | 'svg', text: string): string => {
    const made = asset(assetTypes[type], text)
    const file = `${name}.${made.hash}.${type}`
    assets.set(file, made)
    return `/docs/assets/${file}`
  }
  const guides = await loadGuides()
  const iconUrl = publish('icon', 'svg', icon)
  const html = docsPage({
    guides,
    scalar: publish('scalar', 'js', await scalarScript()),
    start: publish('start', 'js', await browserFile('reference.js')),
    styles: publish('docs', 'css', await browserFile('reference.css')),
    icon: iconUrl,
  })
  const urls = {
    styles: publish('guide', 'css', await browserFile('guide.css')),
    script: publish('guide', 'js', await browserFile('guide.js')),
    icon: iconUrl,
  }
  const document = readDocument()
  const operations = operationsText(document)
  const reference = referenceTags(document)
  const guidePages = new Map<string, string>(
    guides.map((guide) => [guide.name, guidePage({ guide, guides, reference, urls })]),
  )
  const llms = {
    brief: (origin: string) => llmsText(guides, origin),
    full: (origin: string) =>
      llmsFullText(guides, operations, origin).replaceAll(writtenOrigin, origin),
  }
  const findGuide = (file: string, origin: string) => {
    const page = guidePages.get(file)
    if (page) return { type: 'text/html', text: page.replaceAll(writtenOrigin, escapeHtml(origin)) }
    const guide = guides.find(({ name }) => `${name}.md` === file)
    return (
      guide && { type: 'text/markdown', text: guide.markdown.replaceAll(writtenOrigin, origin) }
    )
  }
  return { page: asset('text/html; charset=utf-8', html), assets, guides, findGuide, llms }
}

const browserFile = (name: string): Promise<string> =>
  readFile(new URL(`browser/${name}`, import.meta.url), 'utf8')

const assetTypes = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
}
