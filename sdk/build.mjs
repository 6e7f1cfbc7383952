// Builds ES modules, in its folder cjs the same for `require()` and older settings of TypeScript, and the command
// `adoption-store` with everything that it needs in one file, so that it starts fast and needs no other package.
// usage: node build.mjs   (into dist/)
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'

const sdk = dirname(fileURLToPath(import.meta.url))

// That of the whole project. The one in this folder is the oldest whose users it is tried with, and takes five times as long.
const tsc = join(sdk, '..', 'node_modules', '.bin', 'tsc')

export function build(dist) {
  rmSync(dist, { recursive: true, force: true })
  for (const [project, folder] of [
    ['tsconfig.build.json', dist],
    ['tsconfig.cjs.json', join(dist, 'cjs')],
  ]) {
    compile(project, folder, '--declaration', 'false', '--removeComments')
    // Comments are in the declarations, where editors show them.
    compile(project, folder, '--emitDeclarationOnly')
  }
  writeFileSync(join(dist, 'cjs', 'package.json'), '{ "type": "commonjs" }\n')
  // Declarations keep the names of the sources, which TypeScript before 5.0 does not take.
  for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.d.ts')) continue
    const path = join(dist, name)
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, text.replace(/(from '|import\(")(\.\/[\w./-]+)\.ts(['"])/g, '$1$2.js$3'))
  }
  bundleCommand(join(dist, 'adoption-store.js'))
}

function bundleCommand(outfile) {
  buildSync({
    absWorkingDir: sdk,
    entryPoints: ['cli/main.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    minify: true,
    footer: { js: `/*!\nIncludes commander:\n\n${licenseOf('commander')}*/` },
    logLevel: 'warning',
  })
}

/** A copy must have it. */
function licenseOf(name) {
  const entry = fileURLToPath(import.meta.resolve(name))
  return readFileSync(join(dirname(entry), 'LICENSE'), 'utf8')
}

function compile(project, outDir, ...emitted) {
  const options = { cwd: sdk, stdio: 'inherit', shell: process.platform === 'win32' }
  execFileSync(tsc, ['-p', project, '--outDir', outDir, ...emitted], options)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) build(join(sdk, 'dist'))
