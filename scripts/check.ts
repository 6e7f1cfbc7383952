// Everything that must be clean besides the tests: types, lint, format, and generated files.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { openapiDocument } from '../server/cli/openapi.command.ts'

const root = new URL('..', import.meta.url)

const passes = (name: string, ...args: string[]): boolean => {
  console.log(`${name} ...`)
  const command = new URL(`node_modules/.bin/${name}`, root).pathname
  return spawnSync(command, args, { stdio: 'inherit', cwd: root }).status === 0
}

const isFresh = async (): Promise<boolean> => {
  console.log('openapi.json ...')
  const committed = readFileSync(new URL('openapi.json', root), 'utf8')
  if (committed === `${JSON.stringify(await openapiDocument(), null, 2)}\n`) return true
  console.error('openapi.json is stale: run `npm run openapi` and commit it')
  return false
}

const results = [passes('tsc', '--noEmit'), passes('biome', 'ci', '.'), await isFresh()]
if (results.includes(false)) process.exit(1)
console.log('All checks passed.')
