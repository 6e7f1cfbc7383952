import { readFile } from 'node:fs/promises'
import { errorsTable } from '../portal/error-advice.ts'
import { plansTable } from '../portal/plans-table.ts'
import { rolesTable } from './roles-table.ts'

/** The files of docs/guides, in the order in which they are read. */
export const guideNames = [
  'first-request',
  'paging',
  'limits',
  'animal-profiles',
  'photos',
  'applications',
  'adoption-site',
  'mirror',
  'moving-in',
  'keys-in-a-web-page',
  'gallery',
  'coming-from-petfinder',
  'portals',
  'idempotency',
  'webhooks',
  'people-and-roles',
  'mail',
  'single-sign-on',
  'audit-log',
  'errors',
  'deprecated-read',
  'versioning',
] as const
type GuideName = (typeof guideNames)[number]

export type Guide = {
  name: GuideName
  title: string
  /** Its first paragraph. */
  summary: string
  /** With the tables it asks for; addresses are those of `writtenOrigin`. */
  markdown: string
  html: string
}

/** The address the guides are written with; readers see their own. */
export const writtenOrigin = 'http://127.0.0.1:3000'

/** Reads and renders them all. The library is loaded here, so that the program starts without it. */
export const loadGuides = async (): Promise<Guide[]> => {
  const { markdownRenderer } = await import('./markdown.ts')
  const render = markdownRenderer()
  return Promise.all(
    guideNames.map(async (name) => {
      const file = new URL(`../../docs/guides/${name}.md`, import.meta.url)
      const markdown = withTables(await readFile(file, 'utf8'))
      const [heading = '', summary = ''] = markdown.split('\n\n', 2)
      return {
        name,
        title: heading.replace(/^# /, ''),
        summary: summary.replaceAll('\n', ' '),
        markdown,
        html: render(markdown),
      }
    }),
  )
}

const tables: Readonly<Record<string, () => string>> = {
  plans: plansTable,
  errors: errorsTable,
  roles: rolesTable,
}

/** What the code knows is not written twice: `<!-- table: errors -->` stands for the table made of it. */
const withTables = (markdown: string): string =>
  markdown.replace(/^<!-- table: (\w+) -->$/gm, (_, name: string) => {
    const table = tables[name]
    if (!table) throw new Error(`a guide asks for an unknown table: ${name}`)
    return table()
  })
