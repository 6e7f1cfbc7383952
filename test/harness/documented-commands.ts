import { globSync, readFileSync } from 'node:fs'

const page = (name: string) =>
  readFileSync(new URL(`../../docs/operating/${name}.md`, import.meta.url), 'utf8')

/** The blocks of shell commands below a heading of a page in docs/operating. */
export const documentedCommands = (name: string, heading: string): string[] => {
  const [, rest] = page(name).split(new RegExp(`^#+ ${heading}$`, 'm'))
  if (rest === undefined) throw new Error(`docs/operating/${name}.md has no heading ${heading}`)
  const [section = ''] = rest.split(/^#/m)
  return [...section.matchAll(/^( *)```sh\n([\s\S]*?)^ *```$/gm)].map(
    ([, indent = '', block = '']) => block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  )
}

/** The newest PostgreSQL that Debian's packages installed. */
export const debianPostgres = (): number =>
  Math.max(...globSync('/usr/lib/postgresql/*').map((path) => Number(path.split('/').at(-1))))

/** The documentation names PostgreSQL 17. */
export const forDebianPostgres = (text: string): string =>
  text.replaceAll('/postgresql/17/', `/postgresql/${debianPostgres()}/`)
