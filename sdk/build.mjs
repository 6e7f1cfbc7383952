// Builds dist/: ES modules, and in dist/cjs the same for `require()` and older settings of TypeScript.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// That of the whole project. The one in this folder is the oldest whose users it is tried with, and takes five times as long.
const tsc = join('..', 'node_modules', '.bin', 'tsc')

rmSync('dist', { recursive: true, force: true })
for (const project of ['tsconfig.build.json', 'tsconfig.cjs.json']) {
  execFileSync(tsc, ['-p', project], { stdio: 'inherit', shell: process.platform === 'win32' })
}
writeFileSync('dist/cjs/package.json', '{ "type": "commonjs" }\n')
// Declarations keep the names of the sources, which TypeScript before 5.0 does not take.
for (const name of readdirSync('dist', { recursive: true, encoding: 'utf8' })) {
  if (!name.endsWith('.d.ts')) continue
  const path = join('dist', name)
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, text.replace(/(from '|import\(")(\.\/[\w./-]+)\.ts(['"])/g, '$1$2.js$3'))
}
