import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

// Some dependencies are hundreds of small files, and to find, open and link them is more than half of a start. Where
// scripts/bundle.mjs has made one file of each, that is used: of what is installed now, and not of what was.
const installed = new URL('../node_modules/', import.meta.url)
const bundles = new URL(`.cache/bundles/${hashOfInstalled()}/`, installed)
const files = existsSync(bundles) ? readdirSync(bundles) : []
const bundled = new Map(files.filter((name) => name.endsWith('.js')).map(asModule))

if (bundled.size > 0) {
  registerHooks({
    resolve(specifier, context, next) {
      const url = bundled.get(specifier)
      return url ? { url, format: 'module', shortCircuit: true } : next(specifier, context)
    },
  })
}

/** `kysely__migration.js` is the module `kysely/migration`. */
function asModule(file: string): [specifier: string, url: string] {
  return [file.replace('.js', '').replaceAll('__', '/'), new URL(file, bundles).href]
}

/** What npm keeps of each installation: the version of every package. */
function hashOfInstalled(): string {
  const lock = new URL('.package-lock.json', installed)
  return existsSync(lock) ? createHash('sha256').update(readFileSync(lock)).digest('hex') : 'none'
}
