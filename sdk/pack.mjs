// Packs the client as others install it: FOLDER/client-<version>.tgz. The same sources give the same bytes.
// usage: node pack.mjs [FOLDER]   (default: dist-packed, from where the store serves it)
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from './build.mjs'

const sdk = dirname(fileURLToPath(import.meta.url))
const folder = resolve(process.argv[2] ?? join(sdk, 'dist-packed'))
// On the same disk, so that it is moved to its place whole.
const made = join(folder, `.made-${process.pid}`)
const isWindows = process.platform === 'win32'

try {
  mkdirSync(made, { recursive: true })
  build(join(made, 'dist'))
  const { scripts: _, devDependencies: __, exports, ...about } = JSON.parse(read('package.json'))
  const { '@adoption-store/source': ___, ...entry } = exports['.']
  const published = { ...about, exports: { ...exports, '.': entry } }
  writeFileSync(join(made, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
  cpSync(join(sdk, 'README.md'), join(made, 'README.md'))
  // npm gives every file the same date and owner.
  const pack = ['pack', '--ignore-scripts', '--no-update-notifier', '--silent']
  const options = { cwd: made, encoding: 'utf8', shell: isWindows }
  const packed = execFileSync(isWindows ? 'npm.cmd' : 'npm', pack, options).trim()
  renameSync(join(made, packed), join(folder, `client-${about.version}.tgz`))
} finally {
  rmSync(made, { recursive: true, force: true })
}

function read(name) {
  return readFileSync(join(sdk, name), 'utf8')
}
