// Makes one file of each module that is hundreds of them, for server/program/bundled.ts, which says why.
// usage: node scripts/bundle.mjs FOLDER
import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

// Pure JavaScript, with no module that has to be run before another.
const MODULES = [
  ...['ajv', 'fast-json-stringify', 'find-my-way'],
  ...['kysely', 'kysely/migration', 'redis', 'typebox'],
]

/** Each by its names: CommonJS has them only while it runs. */
const entries = new Map()
for (const module of MODULES) {
  const names = Object.keys(await import(module)).filter((name) => !/\W|^__/.test(name))
  entries.set(`entry:${module}`, `export { ${names.join(', ')} } from '${module}'`)
}

const folder = process.argv[2]
const { output } = await build({
  configFile: false,
  logLevel: 'warn',
  root: join(import.meta.dirname, '..', 'server'),
  publicDir: false,
  plugins: [
    {
      name: 'entries',
      resolveId: (id) => (entries.has(id) ? id : undefined),
      load: (id) => entries.get(id),
    },
  ],
  // One for all who use it: what measures a process and what is measured meet there.
  ssr: { noExternal: true, external: ['@opentelemetry/api'] },
  build: {
    ssr: true,
    target: 'node24',
    outDir: folder,
    emptyOutDir: true,
    rolldownOptions: {
      treeshake: false,
      input: Object.fromEntries(
        MODULES.map((module) => [module.replaceAll('/', '__'), `entry:${module}`]),
      ),
      output: { entryFileNames: '[name].js', chunkFileNames: 'shared/[name]-[hash].js' },
    },
  },
})

const chunks = new Map(output.map((chunk) => [chunk.fileName, chunk]))

/** A file, and all that it imports. */
const withImports = (file, found = new Set()) => {
  if (!chunks.has(file) || found.has(file)) return found
  found.add(file)
  const { imports, dynamicImports } = chunks.get(file)
  for (const next of [...imports, ...dynamicImports]) withImports(next, found)
  return found
}

/** On the disk before it is used: a power cut leaves all of it, or none. */
const synced = (path, text) => {
  const file = openSync(path, text === undefined ? 'r+' : 'w')
  if (text !== undefined) writeSync(file, text)
  fsyncSync(file)
  closeSync(file)
}

const sumOf = (file) =>
  createHash('sha256')
    .update(readFileSync(join(folder, file)))
    .digest('hex')

/** By package, as one of its modules without the others would be there twice. */
const packages = {}
for (const module of MODULES) {
  const [name] = module.split('/')
  const file = `${module.replaceAll('/', '__')}.js`
  const known = packages[name] ?? { modules: {}, sums: {} }
  known.modules[module] = file
  for (const part of withImports(file)) known.sums[part] = sumOf(part)
  packages[name] = known
}
for (const file of chunks.keys()) synced(join(folder, file))
synced(join(folder, 'packages.json'), JSON.stringify(packages))
