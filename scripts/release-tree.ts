// Lays out the files of a release, without the packages of node_modules: the tarball and the image consist of them.
// usage: node scripts/release-tree.ts FOLDER INSTALLED   (INSTALLED: node_modules of `npm ci --omit=dev`)
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { programVersion } from '../server/program/version.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The files to copy from the repository, without tests and developer tools: see `isInstalled`. */
export const sources = [
  'package.json',
  'package-lock.json',
  'openapi.json',
  'README.md',
  'LICENSE',
  'CHANGELOG.md',
  'adoption-store',
  'server',
  'sdk',
  'console/package.json',
  ...['run.mjs', 'end-with-launcher.mjs', 'bundle.mjs', 'cli.ts', 'user-commands.ts'].map((name) => `scripts/${name}`),
  'scripts/completion.command.ts',
  'docs/guides',
  'docs/operating',
  'docs/reference',
  'deploy/systemd',
]

/** The builds of `npm start`, each with the file that shows that it is complete. */
const builtFolders = { 'console/dist': 'index.html', 'embed/dist': 'gallery.js' }

/** Copies the files of a release, and bundles the dependencies that `installed` lists. */
export const layOutRelease = (folder: string, installed: string): void => {
  for (const path of sources) copy(path, folder)
  for (const [path, file] of Object.entries(builtFolders)) copyBuilt(path, file, folder)
  // A released client is in sdk/releases, and is never built again.
  const client = `client-${programVersion}.tgz`
  if (!existsSync(join(root, 'sdk/releases', client))) copyBuilt('sdk/dist-packed', client, folder)
  chmodSync(join(folder, 'adoption-store'), 0o755)
  bundle(folder, installed)
}

const copy = (path: string, folder: string): void =>
  cpSync(join(root, path), join(folder, path), { recursive: true, filter: isInstalled })

const isInstalled = (path: string): boolean => {
  const name = basename(path)
  return (
    !/^(node_modules|dist.*|tsconfig.*)$/.test(name) &&
    !/\.(test|contract|generate)\.ts$/.test(name) &&
    !/^sdk\/\w+\.mjs$/.test(path.slice(root.length))
  )
}

const copyBuilt = (path: string, file: string, folder: string): void => {
  if (!existsSync(join(root, path, file)))
    throw new Error(`${path} is not built: run this with \`npm run tarball\`, which builds it`)
  cpSync(join(root, path), join(folder, path), { recursive: true })
}

/** server/program/bundled.ts finds the bundles by this checksum. */
const bundle = (folder: string, installed: string): void => {
  const script = join(root, 'scripts/bundle.mjs')
  const sum = createHash('sha256')
  for (const path of [join(installed, '.package-lock.json'), script]) sum.update(readFileSync(path))
  const bundles = join('node_modules/.cache/bundles', sum.digest('hex'))
  const target = join(folder, bundles)
  mkdirSync(dirname(target), { recursive: true })
  if (existsSync(join(root, bundles, 'packages.json'))) cpSync(join(root, bundles), target, { recursive: true })
  else execFileSync(process.execPath, [script, target], { stdio: ['ignore', 2, 2] })
}

if (import.meta.main) {
  const [folder, installed] = process.argv.slice(2)
  if (!folder || !installed) throw new Error('usage: node scripts/release-tree.ts FOLDER INSTALLED')
  layOutRelease(folder, installed)
}
