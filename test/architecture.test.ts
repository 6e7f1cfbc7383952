import assert from 'node:assert/strict'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { dirname, join } from 'node:path/posix'
import { test } from 'node:test'
import * as generated from '../sdk/openapi.gen.ts'

const root = new URL('../', import.meta.url).pathname

type Import = { from: string; to: string; isType: boolean; isLate?: boolean }

/** Every file of the program, except tests. */
const files = globSync('server/**/*.{ts,mjs}', { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !/\.(test|contract)\.ts$/.test(path))

const importsOf = (path: string): Import[] => {
  const text = readFileSync(join(root, path), 'utf8')
  const statements = /^(import|export)\s([^'"]*?)(?:from\s*)?'([^']+)'|\bimport\('([^']+)'\)/gms
  return [...text.matchAll(statements)].map(([, , names = '', target, dynamic]) => ({
    from: path,
    to: target ?? dynamic ?? '',
    isType: isTypeOnly(names),
    isLate: dynamic !== undefined || names.endsWith('import('),
  }))
}

/** `import type { A }`, or `import { type A, type B }`: erased when the program runs. */
const isTypeOnly = (names: string): boolean => {
  if (/^type\s/.test(names)) return true
  const inBraces = /^\{([^}]*)\}\s*$/s.exec(names.trim())?.[1]
  if (inBraces === undefined) return false
  const members = inBraces.split(',').filter((member) => member.trim() !== '')
  return members.every((member) => /^\s*type\s/.test(member))
}

const all = files.flatMap(importsOf)
/** Imports of our own files, by their path from the root. */
const own = all
  .filter(({ to }) => /^\.\.?\//.test(to))
  .map(({ from, to, ...how }) => ({ from, to: join(dirname(from), to), ...how }))

/** The modules of the server. Each imports only those below it. */
const modules = [
  'program',
  'reference',
  'exchange',
  'catalogue',
  'adoptions',
  'animals',
  'people',
  'feed',
  'accounts',
  'requests',
  'platform',
]
/** The other files: the start of the program, and its dependencies. */
const topFiles = ['main.ts', 'package.json']

const moduleOf = (path: string): string =>
  /^server\/([^/]+)\//.exec(path)?.[1] ?? (path === 'server/main.ts' ? 'program' : '')

/**
 * The slice of a file: its folder in its module. The platform is one slice; files that wire slices together belong to
 * none.
 */
const sliceOf = (path: string): string | undefined =>
  path.startsWith('server/platform/') ? 'platform' : /^server\/([^/]+\/[^/]+)\//.exec(path)?.[1]

/**
 * The program may import everything, and the entry point and contributions of a module, or the start of a thread,
 * everything in its module and below.
 */
const isWiring = (path: string): boolean =>
  path === 'server/main.ts' ||
  path.startsWith('server/program/') ||
  path.endsWith('.module.ts') ||
  path.endsWith('.contributions.ts') ||
  path.endsWith('.worker.ts')

/** The role that a file's suffix names: `repository` for pets.repository.ts; none for a noun such as pet.ts or its errors. */
const roleOf = (path: string): string | undefined => /(?<!\.errors)\.(?!errors\.)(\w+)\.ts$/.exec(path)?.[1]

const adapters = [
  'server/platform/storage/sqlite.ts',
  'server/platform/storage/sqlite-file.ts',
  'server/platform/storage/sqlite-schema.ts',
  'server/platform/storage/postgres.ts',
  'server/platform/storage/postgres-additions.ts',
  'server/platform/storage/postgres-commit.ts',
  'server/platform/storage/postgres-faults.ts',
  'server/platform/storage/postgres-group.ts',
  'server/platform/storage/postgres-progress.ts',
  'server/platform/storage/postgres-schema.ts',
  'server/platform/storage/postgres-pool.ts',
  'server/platform/storage/postgres-routes.ts',
  'server/platform/storage/postgres-session.ts',
  'server/requests/rate-limits/memory-limiter.ts',
  'server/requests/rate-limits/redis-limiter.ts',
  'server/requests/rate-limits/sql-limiter-storage.ts',
  'server/requests/rate-limits/sql-day-storage.ts',
  'server/animals/pets/redis-catalogue.ts',
  'server/platform/redis/connection.ts',
  'server/platform/redis/client.ts',
  'server/platform/redis/channel.ts',
]

const say = ({ from, to, isType }: Import): string => `${from} -> ${isType ? 'type ' : ''}${to}`
const none = (found: Import[]): void => assert.deepEqual(found.map(say), [])

test('the rules below see the actual imports', () => {
  assert.ok(files.length > 40)
  assert.ok(own.length > 150)
  // The server searches the docs as their pages do, with the script of the pages.
  const script = 'server/reference/docs/browser/search-ranking.js'
  const others = [script, 'server/exchange/sample/sample-shelter.json']
  for (const { from, to } of own) assert.ok(files.includes(to) || others.includes(to), `${from} imports ${to}`)
  const seen = own.map(say)
  for (const expected of [
    'server/program/open-database.ts -> server/platform/storage/sqlite.ts',
    'server/animals/pets/pets.routes.ts -> type server/requests/idempotency/idempotency.service.ts',
    'server/accounts/api-keys/key-callers.ts -> server/requests/rate-limits/policy.ts',
    'server/main.ts -> server/program/cli/run.ts',
  ]) {
    assert.ok(seen.includes(expected), expected)
  }
})

test('the server has eleven modules and two other files', () => {
  const found = readdirSync(join(root, 'server'), { withFileTypes: true })
  const folders = found.filter((one) => one.isDirectory() && one.name !== 'node_modules')
  assert.deepEqual(folders.map(({ name }) => name).toSorted(), modules.toSorted())
  const names = found.filter((one) => one.isFile()).map(({ name }) => name)
  assert.deepEqual(names.toSorted(), topFiles)
})

test('a module has one entry point', () => {
  const entries = files.filter((path) => path.endsWith('.module.ts'))
  // The platform is a library, and the program wires the others together.
  const named = modules.slice(1, -1).map((name) => `server/${name}/${name}.module.ts`)
  assert.deepEqual(entries.toSorted(), named.toSorted())
})

test('a module imports only modules below it, not even types of others', () => {
  const levelOf = (path: string) => modules.indexOf(moduleOf(path))
  none(own.filter(({ from, to }) => levelOf(to) < levelOf(from)))
})

test('platform imports no slice, and no file that wires slices', () => {
  none(own.filter(({ from, to }) => sliceOf(from) === 'platform' && sliceOf(to) !== 'platform'))
})

test("a slice imports another's pure noun file, or its service or repository as a type, and nothing else", () => {
  const across = own.filter(({ from, to }) => {
    const [here, there] = [sliceOf(from), sliceOf(to)]
    return !isWiring(from) && there !== 'platform' && here !== there
  })
  none(
    across.filter(({ to, isType }) => {
      if (isWiring(to)) return true
      const role = roleOf(to)
      if (role === undefined) return adapters.includes(to)
      return !(isType && (role === 'service' || role === 'repository'))
    }),
  )
})

test('a noun file that other slices import is pure: it reads no request, no store and no file', () => {
  const nouns = new Set(
    own
      .filter(({ from, to, isType }) => !isType && sliceOf(from) !== sliceOf(to) && !isWiring(from))
      .map(({ to }) => to)
      .filter((to) => sliceOf(to) !== 'platform' && roleOf(to) === undefined),
  )
  assert.ok(nouns.size > 0)
  const impure = /^(kysely|node:(sqlite|fs|net|http|child_process).*)$/
  // It imports from `node:net` only functions that classify addresses, which open nothing.
  const pure = 'server/requests/rate-limits/address.ts'
  none(
    all.filter(
      ({ from, to, isType }) => nouns.has(from) && from !== pure && !isType && (impure.test(to) || roleOf(to)),
    ),
  )
})

test('only what wires the program together knows its concrete adapters', () => {
  const mayWire = (path: string) => isWiring(path) || adapters.includes(path)
  none(own.filter(({ from, to, isType }) => adapters.includes(to) && !isType && !mayWire(from)))
})

test('only the adapters touch their technology', () => {
  const isSqlite = (path: string) => /^server\/platform\/storage\/sqlite[^/]*\.ts$/.test(path)
  none(all.filter(({ from, to }) => to === 'node:sqlite' && !isSqlite(from)))
  none(all.filter(({ from, to }) => to === 'redis' && !adapters.includes(from)))
  none(all.filter(({ from, to }) => to === 'pg' && !adapters.includes(from)))
  none(all.filter(({ from, to }) => to.startsWith('@opentelemetry/') && from !== 'server/platform/telemetry/otlp.ts'))
})

test('SQL is written only in repositories, adapters, migrations and the storage', () => {
  const maySpeakSql = (path: string) =>
    roleOf(path) === 'repository' ||
    adapters.includes(path) ||
    ['platform', 'program/schema'].includes(sliceOf(path) ?? '')
  none(all.filter(({ from, to, isType }) => /^kysely/.test(to) && !isType && !maySpeakSql(from)))
})

test('only config.ts reads the environment, which commands pass to it', () => {
  const readers = files.filter((path) => /process\.env\b/.test(readFileSync(join(root, path), 'utf8')))
  assert.deepEqual(
    readers.filter((path) => sliceOf(path) !== 'program/cli'),
    [],
  )
})

test('code gets the time from a clock: only the system clock reads it, and the command line for its output', () => {
  const askers = files.filter((path) =>
    /\bDate\.now\(|new Date\(\)|performance\.now\(/.test(readFileSync(join(root, path), 'utf8')),
  )
  const mayAsk = (path: string) =>
    ['server/platform/clock.ts', 'server/platform/http/raw-error.ts'].includes(path) || sliceOf(path) === 'program/cli'
  assert.deepEqual(
    askers.filter((path) => !mayAsk(path)),
    [],
  )
})

test('one file sends requests to other servers: it limits their responses, and decodes nothing', () => {
  const sender = 'server/platform/http/outbound.ts'
  /** Without comments and string literals. */
  const code = (path: string) =>
    readFileSync(join(root, path), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*|'[^'\n]*'|`(?:[^`\\]|\\.)*`/g, '')
  assert.match('const a = await fetch(url)', globalFetch)
  assert.match(code(sender), /\brequestHttp\b/)
  // The library of its protocol names so what handles a request.
  const handler = 'server/reference/mcp/mcp-server.ts'
  assert.deepEqual(
    files.filter((path) => path !== handler && globalFetch.test(code(path))),
    [],
  )
  const clients = /^(node:http2|undici|axios|got|node-fetch)$/
  none(all.filter(({ to, isType }) => clients.test(to) && !isType))
  const senders = files.filter((path) =>
    /\b(request|get)\b[^}]*\} from 'node:https?'|\bhttps?\.(request|get)\(/.test(
      readFileSync(join(root, path), 'utf8'),
    ),
  )
  assert.deepEqual(senders, [sender])
})

/** Also matches `fetch` as an argument, and as a method of something that would decode. */
const globalFetch = /\bfetch\b/

test('modules that not every store needs are loaded on demand, and not at each start', () => {
  const atStart = new Set([
    'server/program/cli/run.ts',
    'server/program/cli/serve.command.ts',
    'server/program/compose.ts',
  ])
  const now = (imported: Import[]) => imported.filter(({ isType, isLate }) => !isType && !isLate)
  for (const path of atStart) for (const { from, to } of now(own)) if (from === path) atStart.add(to)
  assert.ok(atStart.has('server/catalogue/site/site.routes.ts'))
  const late =
    /^(markdown-it|qr|nodemailer|pg|redis|openid-client|hash-wasm|@simplewebauthn\/|@opentelemetry\/|@aws-sdk\/|@modelcontextprotocol\/|zod\/)/
  none(now(all).filter(({ from, to }) => atStart.has(from) && late.test(to)))
  const pages = [...atStart].filter((path) =>
    /^server\/(catalogue\/site\/(adopt|animal|apply|home)\.html|reference\/docs\/docs-site)/.test(path),
  )
  assert.deepEqual(pages, [])
})

test('threads that run as long as the server load no packages, as each would have its own copy in memory', () => {
  const reached = new Set([
    'server/platform/storage/sqlite-thread.worker.ts',
    'server/catalogue/listings/listing-columns.worker.ts',
  ])
  // A set also visits what is added meanwhile.
  for (const path of reached)
    for (const { to } of own.filter(({ from, isType }) => from === path && !isType)) reached.add(to)
  const { dependencies } = JSON.parse(readFileSync(join(root, 'server/package.json'), 'utf8'))
  const packages = all.filter(({ from, to, isType }) => reached.has(from) && !isType && to in dependencies)
  assert.deepEqual(
    packages.map(({ from, to }) => `${from}: ${to}`),
    [],
  )
})

test('nothing outside server is imported, and no test file', () => {
  none(own.filter(({ to }) => !to.startsWith('server/') || /\.(test|contract)\.ts$/.test(to)))
})

test('no file imports itself indirectly, not even for types', () => {
  const next = new Map<string, string[]>()
  for (const { from, to } of own) next.set(from, [...(next.get(from) ?? []), to])
  const done = new Set<string>()
  const visit = (path: string, trail: string[]): void => {
    assert.ok(!trail.includes(path), `a cycle: ${[...trail, path].join(' -> ')}`)
    if (done.has(path)) return
    for (const to of next.get(path) ?? []) visit(to, [...trail, path])
    done.add(path)
  }
  for (const path of files) visit(path, [])
})

test('folders form no cycle, not even for types', () => {
  const next = new Map<string, Set<string>>()
  for (const { from, to } of own) {
    const [here, there] = [sliceOf(from), sliceOf(to)]
    if (here === undefined || there === undefined || here === there) continue
    next.set(here, (next.get(here) ?? new Set()).add(there))
  }
  assert.ok((next.get('animals/pets')?.size ?? 0) > 3)
  const done = new Set<string>()
  const visit = (folder: string, trail: string[]): void => {
    assert.ok(!trail.includes(folder), `a cycle: ${[...trail, folder].join(' -> ')}`)
    if (done.has(folder)) return
    for (const to of next.get(folder) ?? []) visit(to, [...trail, folder])
    done.add(folder)
  }
  for (const folder of next.keys()) visit(folder, [])
})

test('only the pipeline, prepared queries and the reads of animals may return a value at once', () => {
  assert.deepEqual(files.filter((path) => /\bMaybePromise\b/.test(readFileSync(join(root, path), 'utf8'))).toSorted(), [
    'server/animals/pets/pet-names.repository.ts',
    'server/animals/pets/pets.repository.ts',
    'server/animals/pets/pets.routes.ts',
    'server/animals/pets/pets.service.ts',
    'server/platform/maybe-promise.ts',
    'server/platform/storage/prepared.ts',
    'server/requests/api/operation.ts',
    'server/requests/api/page.ts',
    'server/requests/api/reply.ts',
    'server/requests/pipeline/responder.ts',
  ])
})

test('each table is declared by its slice, and the platform knows only that of due work', () => {
  const text = (path: string) => readFileSync(join(root, path), 'utf8')
  const declared = files.filter((path) => roleOf(path) === 'tables').map(text)
  const tables = declared.flatMap((slice) => [...slice.matchAll(/^ {4}(\w+): \{$/gm)].map(([, name = '']) => name))
  assert.ok(tables.includes('pets') && tables.includes('deliveries'), String(tables))
  const named = new RegExp(`['"\`](${tables.join('|')})['"\`]|\\b(from|into|update) (${tables.join('|')})\\b`)
  assert.deepEqual(
    files.filter((path) => sliceOf(path) === 'platform' && !path.includes('/due-work/') && named.test(text(path))),
    [],
  )
  // The platform does not name what tables contain either. The name of the program appears in traces and connections.
  const noun = /\b(pets?|animals?(?!-adoption-store)|categor(y|ies)|accounts?|webhooks?|deliver(y|ies))\b/i
  assert.deepEqual(
    files.filter((path) => sliceOf(path) === 'platform' && noun.test(text(path))),
    [],
  )
})

test('files are named by nouns and roles, not index, utils, helpers, types or managers', () => {
  const banned = /(^|[/.-])(index|utils?|helpers?|types|common|misc|manager|base)\.ts$/i
  assert.deepEqual(
    files.filter((path) => banned.test(path)),
    [],
  )
})

/** Every file of the console. */
const consoleFiles = globSync('console/**/*.{ts,tsx}', { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !/node_modules|\/dist/.test(path) && path !== 'console/vite.config.ts')

const named = /^(?:import|export)\b[^'"`]*?\bfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm

/** Every import of the console, including types and pages that are loaded on demand. */
const consoleImports: Import[] = consoleFiles.flatMap((from) =>
  [...readFileSync(join(root, from), 'utf8').matchAll(named)].map(([, ...found]) => ({
    from,
    to: found.find((to) => to !== undefined) ?? '',
    isType: false,
  })),
)

test('the console uses the service only through its client', () => {
  assert.ok(consoleFiles.length > 30)
  assert.ok(consoleImports.some(({ to }) => to === '@adoption-store/client'))
  assert.ok(consoleImports.some(({ to }) => to === '../../platform/csv.ts'))
  const isAllowed = ({ from, to }: Import) => {
    if (to.startsWith('.')) return join(dirname(from), to).startsWith('console/')
    if (from.endsWith('.test.ts') && to.startsWith('node:')) return true
    return /^(@adoption-store\/client|react|react-dom(\/client)?|@mantine\/.+|@tanstack\/react-(query|virtual)|@simplewebauthn\/browser|@fontsource-variable\/inter\/wght\.css|get-nonce|qr|wouter|virtual:cities)$/.test(
      to,
    )
  }
  none(consoleImports.filter((found) => !isAllowed(found)))
})

/** Imports of the console's own files, by their path from the root. */
const consoleOwn = consoleImports
  .filter(({ to }) => /^\.\.?\//.test(to))
  .map(({ from, to, ...how }) => ({ from, to: join(dirname(from), to), ...how }))

/** The modules of the console. Each imports only those below it. */
const consoleModules = [
  'shell',
  'store',
  'animals',
  'adoptions',
  'people',
  'developers',
  'accounts',
  'session',
  'look',
  'platform',
]
/** The other files: the start of the console, and its build configuration. */
const consoleTopFiles = [
  'app.tsx',
  'cities-plugin.mjs',
  'icon.svg',
  'index.html',
  'main.tsx',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
]

test('the console has ten modules and a few other files', () => {
  const found = readdirSync(join(root, 'console'), { withFileTypes: true })
  const folders = found
    .filter((one) => one.isDirectory())
    .map(({ name }) => name)
    .filter((name) => !/^(node_modules|dist)/.test(name))
  assert.deepEqual(folders.toSorted(), consoleModules.toSorted())
  const names = found.filter((one) => one.isFile()).map(({ name }) => name)
  assert.deepEqual(names.toSorted(), consoleTopFiles)
})

test('a module of the console imports only modules below it, not even types of others', () => {
  // Other files are above all modules, at -1.
  const levelOf = (path: string) => consoleModules.indexOf(/^console\/([^/]+)\//.exec(path)?.[1] ?? '')
  assert.ok(consoleOwn.some(({ from, to }) => levelOf(from) < levelOf(to)))
  none(consoleOwn.filter(({ from, to }) => levelOf(to) < levelOf(from)))
})

test('no file of the console imports itself indirectly, not even for types', () => {
  const next = new Map<string, string[]>()
  for (const { from, to } of consoleOwn) next.set(from, [...(next.get(from) ?? []), to])
  const done = new Set<string>()
  const visit = (path: string, trail: string[]): void => {
    assert.ok(!trail.includes(path), `a cycle: ${[...trail, path].join(' -> ')}`)
    if (done.has(path)) return
    for (const to of next.get(path) ?? []) visit(to, [...trail, path])
    done.add(path)
  }
  for (const path of consoleFiles) visit(path, [])
})

test('no folder of the console imports itself indirectly, not even for types', () => {
  const next = new Map<string, Set<string>>()
  for (const { from, to } of consoleOwn) {
    const [here, there] = [dirname(from), dirname(to)]
    if (here !== there) next.set(here, (next.get(here) ?? new Set()).add(there))
  }
  assert.ok(next.get('console/animals/pets')?.has('console/animals/profiles'))
  const done = new Set<string>()
  const visit = (folder: string, trail: string[]): void => {
    assert.ok(!trail.includes(folder), `a cycle: ${[...trail, folder].join(' -> ')}`)
    if (done.has(folder)) return
    for (const to of next.get(folder) ?? []) visit(to, [...trail, folder])
    done.add(folder)
  }
  for (const folder of next.keys()) visit(folder, [])
})

test('the console stores its key in one module and its preferences in another, and never writes HTML directly', () => {
  const text = (path: string) => readFileSync(join(root, path), 'utf8')
  const keepers = consoleFiles.filter((path) => /(session|local)Storage|document\.cookie|indexedDB/.test(text(path)))
  assert.deepEqual(keepers.toSorted(), ['console/platform/preferences.ts', 'console/session/session.ts'])
  const writers = /dangerouslySetInnerHTML|\.(inner|outer)HTML|insertAdjacentHTML|console\.\w+\(/
  assert.deepEqual(
    consoleFiles.filter((path) => writers.test(text(path))),
    [],
  )
})

test('the gallery has no dependencies, and never writes HTML directly', () => {
  const embedded = globSync('embed/*.ts', { cwd: root }).filter((path) => !/vite/.test(path))
  assert.ok(embedded.length > 10)
  const text = (path: string) => readFileSync(join(root, path), 'utf8')
  for (const path of embedded) {
    for (const [line, from = ''] of text(path).matchAll(/^(?:import|export)\b[^'"`]*?\bfrom '([^']+)'/gm)) {
      const isOwn = from.startsWith('./') || line.startsWith('import type ')
      assert.ok(isOwn, `${path}: ${line}`)
    }
    assert.doesNotMatch(
      text(path),
      /\.(inner|outer)HTML|insertAdjacentHTML|document\.write|\beval\b|Storage\b|cookie/,
      path,
    )
  }
})

test('each list of names exists once on the server, and the client and the console derive it from the API', () => {
  const lists = Object.entries<unknown>(generated).flatMap(([name, values]): [string, string[]][] =>
    Array.isArray(values) ? [[name, values]] : [],
  )
  assert.ok(lists.length >= 6)
  const clientFiles = globSync('sdk/**/*.ts', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/node_modules|\/dist\/|\.(test|gen)\.ts$/.test(path))
  const sorted = (names: readonly string[]) => names.toSorted().join()
  for (const [name, values] of lists) {
    const found = [...files, ...clientFiles, ...consoleFiles].filter((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(/\[[^[\]{}]*\]/g)].some(
        ([literal]) => sorted([...literal.matchAll(/'([^']*)'/g)].map(([, text = '']) => text)) === sorted(values),
      ),
    )
    assert.ok(found.length <= 1 && found.every((path) => path.startsWith('server/')), `${name}: ${found}`)
  }
})

test('all exports are named', () => {
  const text = (path: string) => readFileSync(join(root, path), 'utf8')
  assert.deepEqual(
    files.filter((path) => /^export default\b/m.test(text(path))),
    [],
  )
})

test('the configurations that we ship trust single addresses, and no networks', () => {
  const shipped = ['compose.yaml', 'deploy/kubernetes/config.yaml']
  for (const path of shipped) {
    const text = readFileSync(join(root, path), 'utf8')
    const [, proxies = ''] = /^\s*TRUST_PROXY: (.*)$/m.exec(text) ?? []
    for (const proxy of proxies.split(',')) assert.ok(isIP(proxy.trim()), `${path}: ${proxy}`)
  }
})

test('all consequences of a change are in the table of consequences, and no hook is tied to a transaction', () => {
  const hooks = /\b(beforeCommit|onCommit|afterCommit)\s*\(|\bWeakMap<Trx\b/
  const text = (path: string) => readFileSync(join(root, path), 'utf8')
  // Options of an adapter (`watch`, `folding`) are not consequences of a change.
  const isOfAdapter = (path: string) => path.startsWith('server/platform/storage/')
  assert.deepEqual(
    files.filter((path) => hooks.test(text(path)) && !isOfAdapter(path)),
    [],
  )
  const port = text('server/platform/storage/database.ts')
  const [trx = ''] = /^export type Trx<[\s\S]*?\n}$/m.exec(port) ?? []
  const members = [...trx.matchAll(/^ {2}(\w+)[(:]/gm)].map(([, name]) => name)
  assert.deepEqual(members, ['query', 'lock', 'lockName', 'tryLockName', 'record', 'settle'])
  const makers = own.filter(({ to, isType }) => to === 'server/program/changes/follow.ts' && !isType)
  assert.deepEqual(
    makers.map(({ from }) => from),
    ['server/program/open-database.ts'],
  )
})
