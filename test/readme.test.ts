import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { settings } from '../server/program/config.ts'
import { errorCodes } from '../server/requests/errors/api-error.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

test('the README has a row for every setting, with its default, its meaning and whether a file may hold it', () => {
  const lines = new Set(readme.split('\n'))
  for (const [name, { fallback, meaning, isSecret }] of Object.entries(settings)) {
    const shown = fallback === undefined ? 'none' : `\`${fallback}\``
    const file = isSecret ? ` Or \`${name}_FILE\`.` : ''
    const row = `| \`${name}\` | ${shown} | ${meaning}${file} |`
    assert.ok(lines.has(row), `README.md needs this row:\n${row}`)
  }
})

test('the README names every error code', () => {
  for (const code of Object.keys(errorCodes)) {
    assert.ok(readme.includes(`\`${code}\``), `README.md does not name ${code}`)
  }
})

test('a key is in one variable wherever it is shown, and those with other rights in two more', () => {
  const cwd = new URL('../', import.meta.url).pathname
  for (const path of globSync(['*.md', 'docs/**/*.md', 'sdk/README.md', 'openapi.json'], { cwd })) {
    const text = readFileSync(`${cwd}${path}`, 'utf8')
    const named = text.matchAll(
      /(?:Bearer \$|client_secret=\$|\benv\.|environ\[.|export )(\w*KEY)\b/g,
    )
    for (const [, name = ''] of named) {
      assert.match(name, /^(ADOPTION|PUBLISHABLE|ADMIN)_KEY$/, path)
    }
  }
})
