import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { referencePages } from '../scripts/reference.ts'
import { settings } from '../server/program/config.ts'
import { contributions } from '../server/program/contributions.ts'

const root = new URL('../', import.meta.url).pathname
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const MAX_README_LINES = 130

test('the README is short', () => {
  assert.ok(read('README.md').trimEnd().split('\n').length <= MAX_README_LINES)
})

test('every link of the README, docs/reference and docs/operating leads to an existing file and heading', () => {
  const pages = globSync('docs/{reference,operating}/*.md', { cwd: root })
  for (const page of ['README.md', ...pages]) {
    for (const [, target = ''] of read(page).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(target)) continue
      const [file = '', heading] = target.split('#')
      const path = file === '' ? page : join(dirname(page), file)
      assert.ok(existsSync(join(root, path)), `${page} links to ${target}`)
      if (heading === undefined) continue
      assert.ok(anchorsOf(read(path)).includes(heading), `${page} links to ${target}`)
    }
  }
})

/** Anchors in the form that GitHub generates. */
const anchorsOf = (markdown: string): string[] =>
  [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )

test('the README starts the replicas of compose.yaml with all variables that they require', () => {
  const compose = read('compose.yaml')
  const [readmeCommands = ''] = read('README.md').match(/^```sh\ntest -e [\s\S]*?^```$/m) ?? []
  for (const [, name = ''] of compose.matchAll(/\$\{(\w+):\?/g)) {
    assert.ok(readmeCommands.includes(`${name}=%s`), `the README does not set ${name}`)
  }
  const [, replica = ''] = /docker compose exec (\S+) /.exec(readmeCommands) ?? []
  assert.ok(compose.includes(`  ${replica}: *store\n`), `compose.yaml has no replica ${replica}`)
})

test('docs/reference matches the code: otherwise run `npm run reference`', async () => {
  for (const [path, text] of await referencePages()) assert.equal(read(path), text, path)
})

test('docs/reference has a row for every setting, with its default, its meaning and whether a file can contain it', () => {
  const lines = new Set(read('docs/reference/settings.md').split('\n'))
  for (const [name, { fallback, meaning, isSecret }] of Object.entries(settings)) {
    const shown = fallback === undefined ? 'none' : `\`${fallback}\``
    const file = isSecret ? ` Or \`${name}_FILE\`.` : ''
    const row = `| \`${name}\` | ${shown} | ${meaning}${file} |`
    assert.ok(lines.has(row), `docs/reference/settings.md needs this row:\n${row}`)
  }
})

test('docs/reference names every error code and every operation', () => {
  const errors = read('docs/reference/errors.md')
  for (const code of Object.keys(contributions.errors)) {
    assert.ok(errors.includes(`\`${code}\``), `docs/reference/errors.md does not name ${code}`)
  }
  const operations = read('docs/reference/operations.md')
  const { paths } = JSON.parse(read('openapi.json')) as { paths: Record<string, object> }
  for (const [path, methods] of Object.entries(paths)) {
    for (const method of Object.keys(methods)) {
      const name = `| \`${method.toUpperCase()} /v1${path}\` |`
      assert.ok(operations.includes(name), `docs/reference/operations.md has no ${name}`)
    }
  }
})

test('all examples use the same variable for a key, and three others for keys with other permissions', () => {
  for (const path of globSync(['*.md', 'docs/**/*.md', 'sdk/README.md', 'openapi.json'], {
    cwd: root,
  })) {
    const named = read(path).matchAll(/(?:Bearer \$|client_secret=\$|\benv\.|environ\[.|export )(\w*KEY)\b/g)
    for (const [, name = ''] of named) {
      assert.match(name, /^(ADOPTION|PUBLISHABLE|SERVER|ADMIN)_KEY$/, path)
    }
  }
})
