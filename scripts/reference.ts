// Generates the tables in docs/reference from the code: operations, settings, commands and errors. `npm run check`
// fails if a page is stale.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { commandLine } from '../server/program/cli/command-entry.ts'
import { operatorCommands } from '../server/program/cli/operator-commands.ts'
import { backupSettings } from '../server/program/config/backup.settings.ts'
import { databaseSettings } from '../server/program/config/database.settings.ts'
import { mailSettings } from '../server/program/config/mail.settings.ts'
import { mediaSettings } from '../server/program/config/media.settings.ts'
import { observationSettings } from '../server/program/config/observation.settings.ts'
import { outboundSettings } from '../server/program/config/outbound.settings.ts'
import { peopleSettings } from '../server/program/config/people.settings.ts'
import { rulesSettings } from '../server/program/config/rules.settings.ts'
import { serverSettings } from '../server/program/config/server.settings.ts'
import type { Setting } from '../server/program/config/setting.ts'
import { siteSettings } from '../server/program/config/site.settings.ts'
import { stagingSettings } from '../server/program/config/staging.settings.ts'
import { contributions } from '../server/program/contributions.ts'
import { errorsTable } from '../server/reference/openapi/errors-table.ts'
import { plansTable } from '../server/reference/openapi/plans-table.ts'
import { userCommands } from './user-commands.ts'

const root = new URL('..', import.meta.url)

const pages = ['operations', 'settings', 'command-line', 'errors']

/** The expected text of every page, by its path in the repository. */
export const referencePages = async (): Promise<Map<string, string>> => {
  const sections = await generatedSections()
  return new Map(
    pages.map((page) => {
      const path = `docs/reference/${page}.md`
      return [path, withSections(readFileSync(new URL(path, root), 'utf8'), sections)] as const
    }),
  )
}

/** Only the text between the two comments is replaced: the rest of a page is written by hand. */
const withSections = (page: string, sections: Readonly<Record<string, string>>): string =>
  page.replace(
    /^(<!-- generated: ([\w-]+) -->\n)[\s\S]*?^(<!-- end -->)$/gm,
    (_, start: string, name: string, end: string) => {
      const section = sections[name]
      if (section === undefined) throw new Error(`docs/reference has an unknown section: ${name}`)
      return `${start}\n${section}\n\n${end}`
    },
  )

const generatedSections = async (): Promise<Record<string, string>> => ({
  operations: operationTables(),
  plans: plansTable(),
  settings: settingTables(),
  errors: errorsTable(contributions.errors),
  'operator-commands': commandTable(await commandLine(operatorCommands), []),
  'user-commands': commandTable(await commandLine(userCommands), [
    '--url <address>',
    '--key <key>',
    '--profile <name>',
    '--staging',
    '--field <path>',
    '--json',
  ]),
})

const table = (columns: readonly string[], rows: readonly (readonly string[])[]): string =>
  [
    `| ${columns.join(' | ')} |`,
    `|${'---|'.repeat(columns.length)}`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n')

type Operation = {
  summary: string
  tags: string[]
  deprecated?: boolean
  'x-deprecated-sunset'?: string
  'x-stability'?: string
  'x-required-scope'?: string
  'x-also-required-scope'?: string
}
type Document = {
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
}

const operationTables = (): string => {
  const document: Document = JSON.parse(readFileSync(new URL('openapi.json', root), 'utf8'))
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      name: `\`${method.toUpperCase()} /v1${path}\``,
    })),
  )
  return document.tags
    .map(({ name, description }) => {
      const rows = operations
        .filter(({ tags }) => tags.includes(name))
        .map((operation) => [operation.name, operation.summary, scopeOf(operation), stabilityOf(operation)])
      const columns = ['Operation', 'What it does', 'Scope', 'Stability']
      return `### ${capitalized(name)}\n\n${description}\n\n${table(columns, rows)}`
    })
    .join('\n\n')
}

const scopeOf = (operation: Operation): string => {
  const scopes = [operation['x-required-scope'], operation['x-also-required-scope']]
  const named = scopes.filter((scope) => scope !== undefined).map((scope) => `\`${scope}\``)
  return named.length > 0 ? named.join(', ') : 'any key'
}

const stabilityOf = (operation: Operation): string =>
  operation.deprecated
    ? `deprecated, removed on ${operation['x-deprecated-sunset']}`
    : (operation['x-stability'] ?? 'stable')

const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

const settingGroups = {
  Server: serverSettings,
  'Database, Redis and the audit log': databaseSettings,
  'Sign-in and sign-up': peopleSettings,
  'Adoption site': siteSettings,
  Staging: stagingSettings,
  Mail: mailSettings,
  Photos: mediaSettings,
  'Requests to other servers': outboundSettings,
  Backups: backupSettings,
  'Logs and traces': observationSettings,
  'Rules and limits': rulesSettings,
} as const

const settingTables = (): string =>
  Object.entries(settingGroups)
    .map(([title, settings]) => {
      const rows = Object.entries(settings).map(settingRow)
      return `## ${title}\n\n${table(['Name', 'Default', 'Meaning'], rows)}`
    })
    .join('\n\n')

const settingRow = ([name, setting]: [string, Setting<unknown>]): string[] => [
  `\`${name}\``,
  setting.fallback === undefined ? 'none' : `\`${setting.fallback}\``,
  `${setting.meaning}${setting.isSecret ? ` Or \`${name}_FILE\`.` : ''}`,
]

/** Options that all commands of a table share are listed in the text above it. */
const commandTable = (program: Command, commonFlags: readonly string[]): string =>
  table(
    ['Command', 'What it does'],
    runnableCommands(program).map(({ path, command }) => [
      `\`${[path, ...argumentsOf(command), ...optionsOf(command, commonFlags)].join(' ')}\``,
      command.description(),
    ]),
  )

type RunnableCommand = { path: string; command: Command }

/** `complete` is left out, because only shells call it. */
const runnableCommands = (parent: Command, path: readonly string[] = []): RunnableCommand[] => {
  const children = parent.commands.filter((child) => child.name() !== 'complete')
  const isRunnable = children.length === 0 || parent.registeredArguments.length > 0
  return [
    ...(isRunnable ? [{ path: path.join(' '), command: parent }] : []),
    ...children.flatMap((child) => runnableCommands(child, [...path, child.name()])),
  ]
}

const argumentsOf = (command: Command): string[] =>
  command.registeredArguments.map((argument) => {
    const name = `${argument.name()}${argument.variadic ? '...' : ''}`
    return argument.required ? `<${name}>` : `[${name}]`
  })

const optionsOf = (command: Command, commonFlags: readonly string[]): string[] =>
  command.options
    .filter(({ flags, hidden }) => !hidden && !commonFlags.includes(flags))
    .map(({ flags, mandatory }) => (mandatory ? flags : `[${flags}]`))
    .toSorted((one, other) => Number(one.startsWith('[')) - Number(other.startsWith('[')))

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, text] of await referencePages()) writeFileSync(new URL(path, root), text)
}
