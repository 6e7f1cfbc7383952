import { existsSync, globSync, readFileSync } from 'node:fs'
import { whyNoPostgres } from './postgres.ts'

const page = (name: string) => readFileSync(new URL(`../../docs/operating/${name}.md`, import.meta.url), 'utf8')

/** The blocks of shell commands, or of another language, below a heading of a page in docs/operating. */
export const documentedCommands = (name: string, heading: string, language = 'sh'): string[] => {
  const [, rest] = page(name).split(new RegExp(`^#+ ${heading}$`, 'm'))
  if (rest === undefined) throw new Error(`docs/operating/${name}.md has no heading ${heading}`)
  const [section = ''] = rest.split(/^#/m)
  const block = new RegExp(`^( *)\`\`\`${language}\\n([\\s\\S]*?)^ *\`\`\`$`, 'gm')
  return [...section.matchAll(block)].map(([, indent = '', text = '']) =>
    text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  )
}

/** Why there is no PostgreSQL as Debian installs it, which the pages describe; undefined if there is one. */
export const whyNoDebianPostgres = (): string | undefined =>
  whyNoPostgres() ?? (existsSync('/usr/bin/pg_createcluster') ? undefined : 'no pg_createcluster of Debian')

/** The newest PostgreSQL that Debian's packages installed. */
export const debianPostgres = (): number =>
  Math.max(...globSync('/usr/lib/postgresql/*').map((path) => Number(path.split('/').at(-1))))

/** The documentation names PostgreSQL 17. */
export const forDebianPostgres = (text: string): string =>
  text.replaceAll('/postgresql/17/', `/postgresql/${debianPostgres()}/`)
