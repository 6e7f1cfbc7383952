// Installs what is missing, and runs a program of this project on the better of two Node.js: the machine's own, which
// its operator updates, or the one that package.json pins. NODE_RUNTIME=system or pinned overrides the choice.
// usage: node scripts/run.mjs [--console] ARG...   (arguments of `node`: flags, then a file, then its arguments)
//   --console   first builds the console, the gallery and the packed client if they are missing or stale
// Plain JavaScript for Node.js 20, because it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  existsSync,
  constants as files,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { chooseNode, suitableReleases, updateAdvice } from '../server/platform/node-releases.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const wantedLock = join(root, 'package-lock.json')
const installedLock = join(root, 'node_modules', '.package-lock.json')

/**
 * The parts to build: the folder, the file that shows when it was built, the folders of its sources, and how to build
 * it into another folder. Released clients are in the repository, and are never built again.
 */
function builtParts() {
  const { version } = JSON.parse(readFileSync(join(root, 'sdk', 'package.json'), 'utf8'))
  const client = `client-${version}.tgz`
  const isReleased = existsSync(join(root, 'sdk', 'releases', client))
  return [
    viteApp({
      folder: 'console',
      title: 'console',
      file: 'index.html',
      sources: ['console', 'sdk'],
    }),
    viteApp({ folder: 'embed', title: 'gallery', file: 'gallery.js', sources: ['embed'] }),
    ...(isReleased ? [] : [clientPackage(client)]),
  ]
}

function viteApp({ folder, ...part }) {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const command = (made) => [vite, 'build', join(root, folder), '--outDir', made, '--logLevel', 'warn']
  return { ...part, dist: join(root, folder, 'dist'), tool: 'vite build', command }
}

function clientPackage(file) {
  const command = (made) => [join(root, 'sdk', 'pack.mjs'), made]
  const dist = join(root, 'sdk', 'dist-packed')
  return { title: 'client', file, sources: ['sdk'], dist, tool: 'npm pack', command }
}

const PROGRAM = process.platform === 'win32' ? 'node.exe' : 'node'

const args = process.argv.slice(2)
const wantsConsole = args[0] === '--console'
if (wantsConsole) args.shift()

const { NODE_RUNTIME: wantedNode } = process.env
if (!['pinned', 'system', '', undefined].includes(wantedNode)) {
  endWith('NODE_RUNTIME must be pinned or system.')
}
const systemNode = findSystemNode()
if (wantedNode === 'system' && !choose()) endWithoutNode()
if (!isInstalled()) install()
const node = choose() ?? endWithoutNode()
// A production installation (`npm ci --omit=dev`) has no build tools.
const hasTools = existsSync(join(root, 'node_modules', 'vite'))
bundle()
if (wantsConsole) buildWhatIsStale()
run(args)

/** The first `node` on the PATH, except the pinned one, whose folder npm puts in front. */
function findSystemNode() {
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '' && !/[\\/]node_modules[\\/]\.bin[\\/]?$/.test(folder))
    .map((folder) => join(folder, PROGRAM))
    .find(isProgram)
  return path && { path, version: versionOf(path), source: 'system' }
}

function isProgram(path) {
  try {
    accessSync(path, files.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** Asks the program for its version, unless it is this process. If it reports none, the version counts as 0. */
function versionOf(path) {
  if (realpathSync(path) === realpathSync(process.execPath)) return process.versions.node
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 10_000 })
  return /^v(\d+\.\d+\.\d+)$/.exec(stdout?.trim() ?? '')?.[1] ?? '0.0.0'
}

function findPinnedNode() {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return Object.keys(optionalDependencies)
    .map((name) => join(root, 'node_modules', name))
    .map((folder) => ({ folder, path: join(folder, 'bin', PROGRAM), source: 'pinned' }))
    .filter(({ path }) => existsSync(path))
    .map(({ folder, ...found }) => ({
      ...found,
      version: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version,
    }))[0]
}

/** Undefined if no Node.js is suitable, or not of the kind that NODE_RUNTIME names. */
function choose() {
  const candidates = [findPinnedNode(), systemNode].filter((one) => one !== undefined)
  return chooseNode(candidates.filter(({ source }) => !wantedNode || source === wantedNode))
}

function endWithoutNode() {
  const found = systemNode ? `this machine's is ${systemNode.version}` : 'this machine has none'
  const { platform, arch } = process
  endWith(
    wantedNode === 'system'
      ? `NODE_RUNTIME is system, but ${found}: install Node.js ${suitableReleases}, or newer.`
      : `No Node.js to run on: ${found}, and npm has none for ${platform} ${arch} (optionalDependencies in package.json). Install Node.js ${suitableReleases}, or newer.`,
  )
}

function endWith(message) {
  console.error(message)
  process.exit(1)
}

function isInstalled() {
  if (!existsSync(installedLock) || !choose()) return false
  if (statSync(installedLock).mtimeMs >= statSync(wantedLock).mtimeMs) return true
  return sameVersions()
}

/** A checkout may touch files without changing them, so compare versions and not only dates. */
function sameVersions() {
  const wanted = JSON.parse(readFileSync(wantedLock, 'utf8')).packages
  const installed = JSON.parse(readFileSync(installedLock, 'utf8')).packages
  // Development dependencies are either all installed or all left out.
  const isForProduction = !installed['node_modules/vite']
  return Object.entries(wanted).every(([path, { version, optional, dev, link }]) => {
    if (path === '' || link || !path.includes('node_modules/')) return true
    if (installed[path]) return installed[path].version === version
    return optional === true || (dev === true && isForProduction)
  })
}

function install() {
  console.error('Installing what is missing (npm ci) ...')
  const command = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const { status } = spawnSync(command, ['ci', '--loglevel=error', '--no-audit', '--no-fund'], {
    cwd: root,
    // Standard output belongs to the program that runs afterwards.
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (status !== 0) {
    console.error('npm ci failed: see its messages above.')
    process.exit(1)
  }
}

/**
 * Bundles dependencies once per installation, which halves the time of every start (server/program/bundled.ts). Without
 * build tools or permission to write, the original files are used.
 */
function bundle() {
  const script = join(root, 'scripts', 'bundle.mjs')
  const sum = createHash('sha256').update(readFileSync(installedLock)).update(readFileSync(script))
  const bundles = join(root, 'node_modules', '.cache', 'bundles', sum.digest('hex'))
  // Written last, and removed if a bundle is found to be damaged.
  if (!hasTools || existsSync(join(bundles, 'packages.json'))) return
  const made = `${bundles}-${process.pid}`
  try {
    mkdirSync(made, { recursive: true })
    const { status } = spawnSync(node.path, [script, made], { cwd: root, stdio: ['ignore', 2, 2] })
    // The rename makes the complete folder appear at once, even if two programs do this at the same time.
    if (status !== 0 || !existsSync(join(made, 'packages.json'))) throw new Error('nothing was made')
    if (existsSync(bundles)) renameSync(bundles, `${made}-damaged`)
    renameSync(made, bundles)
    rmSync(`${made}-damaged`, { recursive: true, force: true })
  } catch {
    // Without bundles, the program only starts more slowly.
  }
  rmSync(made, { recursive: true, force: true })
}

function buildWhatIsStale() {
  if (hasTools) {
    for (const part of builtParts()) if (isStale(part)) build(part)
    return
  }
  const missing = builtParts().filter(({ dist, file }) => !existsSync(join(dist, file)))
  if (missing.length === 0) return
  const titles = new Intl.ListFormat('en-GB').format(missing.map(({ title }) => `the ${title}`))
  console.error(
    `Not built: ${titles}, as the tools are not installed (npm ci --omit=dev). To build: npm ci && npm start`,
  )
}

/** Compares only dates, which takes a few milliseconds. */
function isStale({ dist, file, sources }) {
  const built = statSync(join(dist, file), { throwIfNoEntry: false })
  if (!built || statSync(wantedLock).mtimeMs > built.mtimeMs) return true
  return sources.some((source) => isNewer(join(root, source), built.mtimeMs))
}

/** Whether anything in a folder has changed since. Removing a file changes its folder. */
function isNewer(folder, sinceMs) {
  return readdirSync(folder, { withFileTypes: true }).some((entry) => {
    if (/^(dist.*|node_modules)$|\.test\.ts$/.test(entry.name)) return false
    const path = join(folder, entry.name)
    if (statSync(path).mtimeMs > sinceMs) return true
    return entry.isDirectory() && isNewer(path, sinceMs)
  })
}

/** Builds into another folder and renames it, so that a complete build is served even if two programs start at once. */
function build(part) {
  const { title, dist, tool, command } = part
  console.error(`Building the ${title} (${tool}) ...`)
  const made = `${dist}-${process.pid}`
  // Standard output belongs to the program that runs afterwards.
  const { status } = spawnSync(node.path, command(made), { cwd: root, stdio: ['ignore', 2, 2] })
  try {
    if (status !== 0) throw new Error(`${tool} failed: see its messages above`)
    rmSync(dist, { recursive: true, force: true })
    renameSync(made, dist)
  } catch (error) {
    rmSync(made, { recursive: true, force: true })
    // The API works without these parts, and another program may just have built them.
    if (isStale(part)) console.error(`The ${title} was not built: ${error.message}.`)
  }
}

function run(args) {
  // The compile cache makes the next start twice as fast, with less memory.
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'node')
  // Few arenas make glibc's malloc reuse freed memory, instead of keeping some for each thread.
  process.env.MALLOC_ARENA_MAX ??= '2'
  const isServer = args.includes('serve')
  if (isServer) report()
  const flags = [
    // Node.js 24 warns that SQLite is experimental.
    ...(node.version.startsWith('24.') ? ['--disable-warning=ExperimentalWarning'] : []),
    // Only a server can outlive whoever started it.
    ...(isServer ? ['--import', pathToFileURL(join(root, 'scripts', 'end-with-launcher.mjs')).href] : []),
    ...args,
  ]
  // Where possible, this process becomes the program, which saves a process between the caller and the server.
  if (process.execve && process.platform !== 'win32') process.execve(node.path, [node.path, ...flags], process.env)
  const env = { ...process.env, LAUNCHED: '1' }
  const child = spawn(node.path, flags, { stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (constants.signals[signal] ?? 1)
  })
}

function report() {
  const { path, version, source } = node
  console.error(`Starting on Node.js ${version} (${source}: ${path}).`)
  const advice = updateAdvice(version)
  if (advice) console.error(`Warning: ${advice}`)
  // Otherwise the server would repeat the warning.
  process.env.NODE_RELEASE_REPORTED = '1'
}
