// Builds the tarball of a release for a platform: Node.js, the program, its packages and the built pages.
// usage: npm run tarball -- [--platform linux-x64] [--output dist] [--unreleased]
import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import {
  copyFileSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { programVersion } from '../server/program/version.ts'
import { releaseNotes } from './release-notes.ts'
import { layOutRelease } from './release-tree.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The platforms with a pinned Node.js, except Windows, which has neither tar nor a shell for the start command. */
const platforms = ['linux-x64', 'linux-arm64', 'darwin-arm64', 'darwin-x64']

const { values } = parseArgs({
  options: {
    platform: { type: 'string', default: `${process.platform}-${process.arch}` },
    output: { type: 'string', default: join(root, 'dist') },
    unreleased: { type: 'boolean', default: false },
  },
})

const main = (): void => {
  const { platform, unreleased } = values
  if (!platforms.includes(platform))
    throw new Error(`--platform must be one of ${platforms.join(', ')}, not ${platform}`)
  const notes = unreleased ? undefined : notesOf(programVersion)
  const name = `adoption-store-${programVersion}${unreleased ? '-unreleased' : ''}-${platform}`
  const output = resolve(values.output)
  mkdirSync(output, { recursive: true })
  const work = mkdtempSync(join(tmpdir(), 'adoption-store-tarball-'))
  try {
    const modules = installFor(platform, join(work, 'installation'))
    const tree = join(work, name)
    layOutRelease(tree, modules)
    moveModules(modules, tree)
    addLibrary(platform, tree)
    const file = join(output, `${name}.tar.gz`)
    pack(work, name, file)
    const sum = hash('sha256', readFileSync(file))
    writeFileSync(`${file}.sha256`, `${sum}  ${name}.tar.gz\n`)
    if (notes) writeFileSync(join(output, `adoption-store-${programVersion}.md`), notes.text)
    console.log(file)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

const notesOf = (version: string) => {
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  try {
    const texts = { changelog: read('CHANGELOG.md'), upgrade: read('docs/operating/upgrade.md') }
    return releaseNotes(version, texts)
  } catch (error) {
    const reason = (error as Error).message
    throw new Error(`${version} is not released: ${reason}.\nTo try the current state, build it with --unreleased.`, {
      cause: error,
    })
  }
}

/** Installs the production packages of a platform, with its Node.js, into an empty folder. */
const installFor = (platform: string, folder: string): string => {
  for (const path of ['package.json', 'package-lock.json', '.npmrc']) place(path, folder)
  for (const workspace of ['server', 'sdk', 'console']) place(`${workspace}/package.json`, folder)
  const [os, cpu] = platform.split('-')
  const target = [`--os=${os}`, `--cpu=${cpu}`, ...(os === 'linux' ? ['--libc=glibc'] : [])]
  const args = ['ci', '--omit=dev', '--prefer-offline', '--loglevel=error', ...target]
  execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 2, 2] })
  const modules = join(folder, 'node_modules')
  const [node] = globSync('node-*/bin/node', { cwd: modules })
  if (node === undefined) throw new Error(`npm installed no Node.js for ${platform}`)
  return modules
}

const place = (path: string, folder: string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  cpSync(join(root, path), join(folder, path))
}

/** Moves the packages next to their bundles, without what nothing uses at run time. */
const moveModules = (modules: string, tree: string): void => {
  for (const path of globSync(['node-*/{include,share}', '**/*.{map,d.ts,d.mts,d.cts}'], {
    cwd: modules,
  }))
    rmSync(join(modules, path), { recursive: true })
  renameSync(join(tree, 'node_modules/.cache'), join(modules, '.cache'))
  rmSync(join(tree, 'node_modules'), { recursive: true })
  renameSync(modules, join(tree, 'node_modules'))
}

const ATOMIC = 'libatomic.so.1'

/**
 * Adds the one library that Node.js needs and small installations of Linux lack. Its license (GPL with the runtime
 * library exception) allows that. It is this machine's, so a tarball for another processor is without it.
 */
const addLibrary = (platform: string, tree: string): void => {
  const [node = ''] = globSync('node_modules/node-*/bin/node', { cwd: tree })
  const program = join(tree, node)
  if (!readFileSync(program).includes(`${ATOMIC}\0`)) return
  if (platform === `${process.platform}-${process.arch}`) {
    const libraries = execFileSync('ldd', [program], { encoding: 'utf8' })
    const path = /libatomic\.so\.1 => (\/\S+)/.exec(libraries)?.[1]
    if (path === undefined) throw new Error(`this machine has no ${ATOMIC} (Debian: libatomic1)`)
    mkdirSync(join(tree, 'lib'))
    copyFileSync(path, join(tree, 'lib', ATOMIC))
  } else console.error(`${platform} needs ${ATOMIC} on the machine (Debian: libatomic1).`)
}

/** The same tree always gives the same bytes: names are sorted, and dates and owners are constant. */
const pack = (folder: string, name: string, file: string): void => {
  const constant = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=@0']
  const args = [...constant, '--mode=u=rwX,go=rX', '--use-compress-program=gzip -n', '-cf', file, name]
  execFileSync('tar', args, { cwd: folder, stdio: ['ignore', 2, 2] })
}

try {
  main()
} catch (error) {
  console.error(`error: ${(error as Error).message}`)
  process.exitCode = 1
}
