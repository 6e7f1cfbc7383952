import { readFile } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { escapeHtml } from '../../platform/html.ts'
import { type Asset, asset, once } from '../../requests/api/asset.ts'
import type { ComparedDocument } from '../changelog/api-changes.ts'
import { changesByRelease } from '../changelog/changelog.ts'
import { comingChanges } from '../changelog/coming-changes.ts'
import type { DeprecatedOperation } from '../deprecations/deprecation.ts'
import type { ApiDocument } from '../openapi/api-document.ts'
import { codeExamplesOf } from '../openapi/code-samples.ts'
import type { Environments } from '../openapi/environments.ts'
import {
  unwrittenOrigin,
  unwrittenProduction,
  unwrittenServers,
  unwrittenStaging,
} from './addresses.ts'
import type { Brand } from './brand.ts'
import { loadAssets } from './docs-assets.ts'
import { docsPages, MISSING_PAGE } from './docs-pages.ts'
import { guideNames, loadGuides } from './guides.ts'
import { operationsText } from './llms-operations.ts'
import { referenceOf } from './reference.ts'
import { searchEntries } from './search-entries.ts'
import { type FoundPages, searchPages } from './search-pages.ts'

/** Everything that is shown, created at the first request. */
type DocsSite = {
  assets: ReadonlyMap<string, Asset>
  firstGuide: string
  /** The page for unknown URLs. */
  missingAddress: string
  /** A page at the address where the reader sees this server; undefined if there is no such page. */
  find(path: string, origin: string): Promise<Asset | undefined>
  /** The best matches of a search, as the search of a page finds them. */
  search(query: string): FoundPages
}

export type DocsSource = {
  /** The OpenAPI document as it is published, for an origin. */
  builtDocument: (origin: string) => Promise<ApiDocument>
  /** The OpenAPI document, as the operations declare it. */
  readDocument: () => ApiDocument
  /** The origin of each environment, as seen from this server; undefined if unknown. */
  environmentsAt: (origin: string) => Environments
  brand: Brand
  /** The deprecated operations, the one that ends first before the others. */
  endings: readonly DeprecatedOperation[]
}

/**
 * Without a configured address, a page shows the requested one. Clients can send any `Host`, so the cache of pages has
 * a maximum size.
 */
const MAX_BYTES = 24 * 1024 * 1024
/** A low one of the 11 levels, because the client waits for it. */
const QUALITY = 6

const changelogFile = new URL('../../../CHANGELOG.md', import.meta.url)

/** The start page has a row for each environment. */
const rowOf = (name: string, address: string): string =>
  `<div><dt>${name}</dt><dd><code>${address}/v1</code></dd></div>`

export const loadSite = async ({
  builtDocument,
  readDocument,
  environmentsAt,
  brand,
  endings,
}: DocsSource): Promise<DocsSite> => {
  // Each of these takes some time when it runs first. Others are served in between.
  const document = await builtDocument(unwrittenOrigin)
  const guides = await loadGuides(document.info['x-release'])
  await setImmediate()
  const declared = readDocument()
  await setImmediate()
  const reference = referenceOf(document, codeExamplesOf(declared))
  await setImmediate()
  const all = {
    ...{ guides, reference },
    operations: (tag?: string) => operationsText(declared, tag),
    changelog: once(async () => ({
      // Compared documents are read by their own type: the one in the repository is as `npm run check` reads it.
      releases: await changesByRelease(document as ComparedDocument, document.info['x-release']),
      coming: comingChanges(await readFile(changelogFile, 'utf8')),
      endings,
    })),
  }
  const entries = searchEntries(all)
  const { files, urls } = await loadAssets(entries, brand)
  await setImmediate()
  const templates = new Map(
    [...docsPages(all, urls, brand)].map(([address, { type, make }]) => [
      address,
      { type, read: once(async () => make()) },
    ]),
  )
  const kept = new LRUCache<string, Asset>({ maxSize: MAX_BYTES })

  const find = async (path: string, origin: string): Promise<Asset | undefined> => {
    const template = templates.get(path)
    if (!template) return undefined
    const key = `${path} ${origin}`
    const known = kept.get(key)
    if (known) return known
    const isPage = template.type === 'text/html'
    const environments = environmentsAt(origin)
    // Like the OpenAPI document: samples use production, and this server if production is elsewhere.
    const written = isPage && path.startsWith('/docs/reference') ? environments.production : origin
    const address = isPage ? escapeHtml : String
    const text = (await template.read())
      .replace(environments.production ? '' : rowOf('Production', unwrittenProduction), '')
      .replace(environments.staging ? '' : rowOf('Staging', unwrittenStaging), '')
      .replaceAll(unwrittenServers, () => escapeHtml(JSON.stringify(environments)))
      .replaceAll(unwrittenProduction, () => address(environments.production ?? origin))
      .replaceAll(unwrittenStaging, () => address(environments.staging ?? origin))
      .replaceAll(unwrittenOrigin, () => address(written ?? origin))
    const made = asset(`${template.type}; charset=utf-8`, text, QUALITY)
    kept.set(key, made, { size: text.length * 2 })
    return made
  }

  const firstGuide = `/docs/guides/${guideNames[0]}`
  const search = lazily(() => searchPages(entries))
  return {
    ...{ assets: files, firstGuide, missingAddress: MISSING_PAGE, find },
    search: (query) => search()(query),
  }
}

const lazily = <T>(make: () => T): (() => T) => {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
