import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = new URL('../', import.meta.url).pathname
/** Below node_modules, where packages are found. */
const folder = join(root, `node_modules/.cache/examples-${process.pid}`)

/** The examples in the doc comments of a file: lines that are indented by four spaces more. */
const examplesIn = (text: string): string[] =>
  [...text.matchAll(/\/\*\*[\s\S]*?\*\//g)].flatMap(([comment]) =>
    [...comment.matchAll(/(?:^ *\* {5}.*\n)+/gm)].map(([lines]) => lines.replaceAll(/^ *\* {5}/gm, '')),
  )

/** Copies a file with each of its examples as a function at the end, where they see what the file sees. */
const copyWithExamples = (file: string): string[] => {
  const source = readFileSync(join(root, file), 'utf8')
  const examples = examplesIn(source).map((text, at) => `export const example${at} = async () => {\n${text}}\n`)
  if (examples.length === 0) return []
  const client = file.startsWith('sdk/') ? "import { AdoptionStore } from './client.ts'\n" : ''
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), [source, client, ...examples].join('\n'))
  return [file]
}

/** Whether a file adds to a type of another module, as those of tables and errors do. */
const isExtension = (file: string): boolean => /^declare module/m.test(readFileSync(join(root, file), 'utf8'))

/** Names that an example leaves to the reader have any type, and so have the parameters of functions passed to them. */
const UNKNOWN_NAME = /error TS(?:2304|2552|18004|7006|7031):/

test('the examples in doc comments compile', async () => {
  const sources = globSync('{server,sdk,console}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (name) => /node_modules|^dist/.test(name),
  })
  try {
    const files = sources.filter((file) => !/\.(?:test|gen)\./.test(file)).flatMap(copyWithExamples)
    assert.ok(files.length >= 8)
    const project = {
      extends: join(root, 'tsconfig.json'),
      compilerOptions: { rootDirs: [root, folder], noUnusedLocals: false },
      files: [...files, ...sources.filter(isExtension).map((file) => join(root, file))],
      include: [],
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(project))
    const { stdout } = await run(join(root, 'node_modules/.bin/tsc'), ['-p', folder]).catch((error) => error)
    const faults = stdout
      .split('\n')
      .filter((line: string) => line.includes(folder.slice(root.length)) && !UNKNOWN_NAME.test(line))
    assert.deepEqual(faults, [])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
