import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Formats a file of the client like the others. */
export const formatted = (text: string): string =>
  execFileSync(`${root}node_modules/.bin/biome`, ['format', '--stdin-file-path=sdk/resources.ts'], {
    cwd: root,
    input: text,
  }).toString()
