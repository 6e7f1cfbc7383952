// Bundles each module that consists of hundreds of files into one file; server/program/bundled.ts says why.
// usage: node scripts/bundle.mjs FOLDER
import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

// Pure JavaScript, without modules that must run before others.
const MODULES = ['ajv', 'fast-json-stringify', 'find-my-way', 'kysely', 'kysely/migration', 'redis', 'typebox']

/** The exported names of each module, which CommonJS knows only at run time. */
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
  // Must stay one shared instance: measuring code and measured code register there.
  ssr: { noExternal: true, external: ['@opentelemetry/api'] },
  build: {
    ssr: true,
    target: 'node24',
    outDir: folder,
    emptyOutDir: true,
    rolldownOptions: {
      treeshake: false,
      input: Object.fromEntries(MODULES.map((module) => [module.replaceAll('/', '__'), `entry:${module}`])),
      output: { entryFileNames: '[name].js', chunkFileNames: 'shared/[name]-[hash].js' },
    },
  },
})

const chunks = new Map(output.map((chunk) => [chunk.fileName, chunk]))

/** A file and everything that it imports. */
const withImports = (file, found = new Set()) => {
  if (!chunks.has(file) || found.has(file)) return found
  found.add(file)
  const { imports, dynamicImports } = chunks.get(file)
  for (const next of [...imports, ...dynamicImports]) withImports(next, found)
  return found
}

/** Syncs the file before it is used, so that a power cut leaves all of it or nothing. */
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

/** By package: loading a module of a package on its own would load the others twice. */
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
