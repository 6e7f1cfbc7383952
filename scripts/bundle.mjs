// Makes one file of each module that is hundreds of them, for server/bundled.ts, which says why.
// usage: node scripts/bundle.mjs FOLDER
import { join } from 'node:path'
import { build } from 'vite'

// Pure JavaScript, with no module that has to be run before another.
const MODULES = ['kysely', 'kysely/migration', 'redis', 'typebox']

/** Each by its names: CommonJS has them only while it runs. */
const entries = new Map()
for (const module of MODULES) {
  const names = Object.keys(await import(module)).filter((name) => !/^default$|\W|^__/.test(name))
  entries.set(`entry:${module}`, `export { ${names.join(', ')} } from '${module}'`)
}

await build({
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
    target: 'node26',
    outDir: process.argv[2],
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
