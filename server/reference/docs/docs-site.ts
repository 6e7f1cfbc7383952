import { setImmediate } from 'node:timers/promises'
import { escapeHtml } from '../../platform/html.ts'
import { type Asset, asset, once } from '../../requests/api/asset.ts'
import type { AuditActionTable } from '../../requests/api/audit-action.ts'
import type { ComparedDocument } from '../changelog/api-changes.ts'
import { changelogContent } from '../changelog/changelog.ts'
import type { DeprecatedOperation } from '../deprecations/deprecation.ts'
import type { ApiDocument, DeclaredDocument } from '../openapi/api-document.ts'
import { codeExamplesOf } from '../openapi/code-samples.ts'
import type { Environments } from '../openapi/environments.ts'
import {
  unwrittenListening,
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
  /** Undefined if there is no such page. */
  find(path: string): Promise<Asset> | undefined
  /** The best matches of a search, as the search of a page finds them. */
  search(query: string): FoundPages
}

export type DocsSource = {
  /** The OpenAPI document as it is published, for an origin. */
  builtDocument: (origin: string) => Promise<ApiDocument>
  /** The OpenAPI document, as the operations declare it. */
  readDocument: () => DeclaredDocument
  /** The origin of each environment, as seen from this server; undefined if unknown. */
  environmentsAt: (origin: string) => Environments
  /** The URL of this server: the configured one, or the address that it listens on. */
  origin: () => string
  /** The configured URL of this server. */
  publicUrl: string | undefined
  brand: Brand
  /** The deprecated operations, the one that ends first before the others. */
  endings: readonly DeprecatedOperation[]
  auditActions: AuditActionTable
}

/** A low one of the 11 levels, because the client waits for it. */
const QUALITY = 6

/** The start page has a row for each environment. */
const rowOf = (name: string, address: string): string =>
  `<div><dt>${name}</dt><dd><code>${address}/v1</code></dd></div>`

export const loadSite = async ({
  builtDocument,
  readDocument,
  environmentsAt,
  origin,
  publicUrl,
  brand,
  endings,
  auditActions,
}: DocsSource): Promise<DocsSite> => {
  // Each of these takes some time when it runs first. Others are served in between.
  const document = await builtDocument(unwrittenOrigin)
  const declared = readDocument()
  const errors = declared['x-errors']
  await setImmediate()
  const guides = await loadGuides(document.info['x-release'], { errors, auditActions })
  await setImmediate()
  const reference = referenceOf(document, codeExamplesOf(declared))
  await setImmediate()
  const all = {
    guides,
    reference,
    errors,
    operations: (tag?: string) => operationsText(declared, tag),
    // Compared documents are read by their own type: the one in the repository is as `npm run check` reads it.
    changelog: once(() => changelogContent(document as ComparedDocument, document.info['x-release'], endings)),
  }
  const entries = searchEntries(all)
  const { files, urls } = await loadAssets(entries, brand)
  await setImmediate()
  const own = origin()
  const environments = environmentsAt(own)
  /** Writes the addresses. They are the same for every `Host`, because clients can send any. */
  const write = (path: string, template: string, isPage: boolean): string => {
    // Like the OpenAPI document: samples use production, and this server if production is elsewhere.
    const isSample = isPage && path.startsWith('/docs/reference')
    const address = isPage ? escapeHtml : String
    return (
      template
        .replace(environments.production ? '' : rowOf('Production', unwrittenProduction), '')
        .replace(environments.staging ? '' : rowOf('Staging', unwrittenStaging), '')
        // Relative to the page, as its reader reaches this server.
        .replaceAll(unwrittenServers, () => escapeHtml(JSON.stringify(environmentsAt(''))))
        .replaceAll(unwrittenListening, () => (publicUrl === undefined ? escapeHtml(own) : ''))
        .replaceAll(unwrittenProduction, () => address(environments.production ?? own))
        .replaceAll(unwrittenStaging, () => address(environments.staging ?? own))
        .replaceAll(unwrittenOrigin, () => address(isSample ? (environments.production ?? own) : own))
    )
  }
  const pages = new Map(
    [...docsPages(all, urls, brand)].map(([path, { type, make }]) => [
      path,
      once(async () => {
        const text = write(path, await make(), type === 'text/html')
        return asset(`${type}; charset=utf-8`, text, QUALITY)
      }),
    ]),
  )

  const firstGuide = `/docs/guides/${guideNames[0]}`
  const search = lazily(() => searchPages(entries))
  return {
    assets: files,
    firstGuide,
    missingAddress: MISSING_PAGE,
    find: (path) => pages.get(path)?.(),
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
