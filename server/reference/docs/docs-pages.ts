import { type Html, html } from '../../platform/html.ts'
import type { ErrorTable } from '../../requests/errors/api-error.ts'
import { type ChangelogContent, changelogAtom, changelogMarkdown } from '../changelog/changelog.ts'
import { unwrittenListening, unwrittenOrigin, unwrittenServers } from './addresses.ts'
import { apiName, type Brand } from './brand.ts'
import { guideMain } from './guide.html.ts'
import { type Guide, writtenOrigin } from './guides.ts'
import { landingMain } from './landing.html.ts'
import { docsPage, type Urls } from './layout.html.ts'
import { llmsFullText, llmsText } from './llms.ts'
import { proseWriter } from './markdown.ts'
import { missingMain } from './missing.html.ts'
import { type Navigation, navigation, tagAddress } from './navigation.html.ts'
import { operationLinks } from './operation-links.ts'
import { objectsMain, overviewMain, tagMain } from './reference.html.ts'
import { schemaWriter } from './schema.html.ts'

/** A page in which only addresses are still to be written. */
type Template = { type: string; make: () => string | Promise<string> }

/** The page for unknown URLs. It has no URL itself. */
export const MISSING_PAGE = '/docs/*'

/** The data for pages; `operations` lists each operation, or those of a tag, on one line, for language models. */
type DocsContent = Navigation & {
  errors: ErrorTable
  operations: (tag?: string) => string
  changelog: () => Promise<ChangelogContent>
}

type About = { title?: string; description: string; markdown?: string }

/** All pages of the docs by their URLs. Each is rendered at its first request. */
export const docsPages = (all: DocsContent, urls: Urls, brand: Brand): ReadonlyMap<string, Template> => {
  const { guides, reference } = all
  const prose = proseWriter()
  const addressOf = operationLinks(reference)
  const guideProse = proseWriter({ addressOf })
  // Links lead to each error code, in the guide that has them all.
  const errorsProse = proseWriter({ addressOf, anchors: new Set(Object.keys(all.errors)) })
  const writers = { prose, schemas: schemaWriter({ schemas: reference.schemas, prose }), guides, errors: all.errors }
  const page = (address: string, { title, ...about }: About, main: () => Html | Promise<Html>): [string, Template] => [
    address,
    {
      type: 'text/html',
      make: async () =>
        docsPage(
          {
            ...about,
            title: [...(title === undefined ? [] : [title]), apiName(brand)].join(' - '),
            brand,
            servers: unwrittenServers,
            listening: unwrittenListening,
            navigation: navigation(all, address),
            main: await main(),
          },
          urls,
        ),
    },
  ]
  const tags = reference.groups.flatMap(({ name, tags }) => tags.map((tag) => ({ tag, name })))
  return new Map([
    page('/docs', landing, () => landingMain(all, writers, apiName(brand))),
    page('/docs/reference', overview, () => overviewMain(reference)),
    text('/docs/reference.md', 'text/markdown', () => all.operations()),
    ...tags.map(({ tag }) => text(`${tagAddress(tag)}.md`, 'text/markdown', () => all.operations(tag.name))),
    page('/docs/reference/objects', objects, () => objectsMain(reference, writers)),
    ...tags.map(({ tag, name }) =>
      page(tagAddress(tag), about(capitalized(tag.name), tag.description), () => tagMain(tag, name, writers)),
    ),
    page(MISSING_PAGE, about('Page not found', 'There is no page of the docs at this address.'), () =>
      missingMain(guides),
    ),
    ...guides.map((guide) =>
      page(`/docs/guides/${guide.name}`, aboutGuide(guide), () =>
        guideMain(guide, guides, guide.name === 'errors' ? errorsProse : guideProse),
      ),
    ),
    ...guides.map((guide) => text(`/docs/guides/${guide.name}.md`, 'text/markdown', () => guide.markdown)),
    page(
      '/docs/changelog',
      changelog,
      async () => html`<article class="text">${guideProse.blocks(changelogMarkdown(await all.changelog()))}</article>`,
    ),
    text('/docs/changelog.md', 'text/markdown', async () => changelogMarkdown(await all.changelog())),
    text('/docs/changelog.atom', 'application/atom+xml', async () =>
      changelogAtom(await all.changelog(), unwrittenOrigin),
    ),
    text('/llms.txt', 'text/plain', () => llmsText(guides, writtenOrigin)),
    text('/llms-full.txt', 'text/plain', () => llmsFullText(guides, all.operations(), writtenOrigin)),
  ])
}

const text = (address: string, type: string, make: () => string | Promise<string>): [string, Template] => [
  address,
  { type, make: async () => (await make()).replaceAll(writtenOrigin, unwrittenOrigin) },
]

const about = (title: string, description: string): About => ({
  title,
  description,
})

const landing = {
  description: 'Guides and reference: list and add animals for adoption, and follow every change.',
}
const overview = about('All operations', 'Every operation of the API, by topic.')
const changelog = {
  ...about('API changelog', 'What each release added, changed, deprecated and removed, and what ends when.'),
  markdown: '/docs/changelog.md',
}
const objects = about('Objects', 'The schemas of requests and responses.')

const aboutGuide = ({ name, title, summary }: Guide): About => ({
  ...about(title, summary),
  markdown: `/docs/guides/${name}.md`,
})

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)
