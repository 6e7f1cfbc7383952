import { readFile } from 'node:fs/promises'
import { retryDelaysMs } from '../../feed/webhooks/delivery.ts'
import type { AuditActionTable } from '../../requests/api/audit-action.ts'
import type { ErrorTable } from '../../requests/errors/api-error.ts'
import { installLine } from '../openapi/code-samples.ts'
import { errorsTable } from '../openapi/errors-table.ts'
import { plansTable } from '../openapi/plans-table.ts'
import { auditActionsTable } from './audit-actions-table.ts'
import { plainText } from './plain-text.ts'
import { rolesTable } from './roles-table.ts'

type GuideGroup = {
  title: string
  /** Each audience has its own menu. */
  audience: Audience
  names: readonly string[]
}
export type Audience = 'developers' | 'shelters'

/** The files of docs/guides, in the order in which they are read. */
export const guideGroups = [
  {
    title: 'Get started',
    audience: 'developers',
    names: ['first-request', 'authentication', 'staging', 'typescript-client', 'command-line'],
  },
  {
    title: 'What you can build',
    audience: 'developers',
    names: ['show-animals', 'mirror', 'webhooks', 'place-orders', 'agents', 'coming-from-petfinder'],
  },
  {
    title: 'Resources',
    audience: 'developers',
    names: ['animal-profiles', 'photos', 'applications'],
  },
  {
    title: 'Rules of the API',
    audience: 'developers',
    names: ['paging', 'limits', 'errors', 'request-log', 'idempotency', 'versioning', 'deprecated-read'],
  },
  {
    title: 'Show your animals',
    audience: 'shelters',
    names: ['adoption-site', 'gallery', 'portals'],
  },
  {
    title: 'Run a store',
    audience: 'shelters',
    names: ['moving-in', 'people-and-roles', 'single-sign-on', 'mail', 'audit-log'],
  },
] as const satisfies GuideGroup[]
export const guideNames = guideGroups.flatMap(({ names }) => [...names])
type GuideName = (typeof guideNames)[number]

/** The guides that an audience reads. */
export const guideNamesFor = (audience: Audience): readonly string[] =>
  guideGroups.filter((group) => group.audience === audience).flatMap(({ names }) => [...names])

export type Guide = {
  name: GuideName
  title: string
  /** Its first paragraph, as plain text. */
  summary: string
  /** With the tables it asks for; addresses are those of `writtenOrigin`. */
  markdown: string
}

/** What all modules contribute, for tables. */
type Contributed = { errors: ErrorTable; auditActions: AuditActionTable }

/** The address the guides are written with; readers see their own. */
export const writtenOrigin = 'http://127.0.0.1:3000'

/** Reads them all; samples name the client of `release`. */
export const loadGuides = (release: string, contributed: Contributed): Promise<Guide[]> =>
  Promise.all(
    guideNames.map(async (name) => {
      const file = new URL(`../../../docs/guides/${name}.md`, import.meta.url)
      const markdown = withInstallLines(withTables(await readFile(file, 'utf8'), contributed), release)
      const [heading = '', summary = ''] = markdown.split('\n\n', 2)
      return {
        name,
        title: heading.replace(/^# /, ''),
        summary: plainText(summary),
        markdown,
      }
    }),
  )

/** When a webhook's delivery is attempted, as a Markdown table. */
const retriesTable = (): string =>
  ['| Attempt | Wait after the last one |', '|---|---|', '| 1 | none |']
    .concat(retryDelaysMs.map((delayMs, at) => `| ${at + 2} | ${durationOf(delayMs)} |`))
    .join('\n')

const durationOf = (ms: number): string => {
  const minutes = ms / 60_000
  if (minutes < 1) return `${ms / 1_000} s`
  return minutes < 60 ? `${minutes} min` : `${minutes / 60} h`
}

const tables: Readonly<Record<string, (contributed: Contributed) => string>> = {
  plans: plansTable,
  errors: ({ errors }) => errorsTable(errors),
  auditActions: ({ auditActions }) => auditActionsTable(auditActions),
  roles: rolesTable,
  retries: retriesTable,
}

/** Inserts tables generated from the code in place of comments such as `<!-- table: errors -->`. */
const withTables = (markdown: string, contributed: Contributed): string =>
  markdown.replace(/^<!-- table: (\w+) -->$/gm, (_, name: string) => {
    const table = tables[name]
    if (!table) throw new Error(`a guide asks for an unknown table: ${name}`)
    return table(contributed)
  })

/** Above every sample that imports the client. */
const withInstallLines = (markdown: string, release: string): string =>
  markdown.replace(/^```(?:ts|js)\n[\s\S]*?^```$/gm, (block) =>
    /from '@adoption-store\/client'/.test(block)
      ? block.replace('\n', `\n${installLine(writtenOrigin, release)}\n`)
      : block,
  )
