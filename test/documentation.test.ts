import assert from 'node:assert/strict'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(path, 'utf8')

test('relative links between the Markdown files lead to existing files and headings', () => {
  const paths = globSync(['*.md', 'docs/**/*.md', 'sdk/README.md'], { cwd: root })
  const broken = paths.flatMap((path) => {
    const file = join(root, path)
    return [...read(file).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => !/^([a-z]+:|\/)/.test(link) && !leadsSomewhere(file, link))
      .map((link) => `${path}: ${link}`)
  })
  assert.deepEqual(broken, [])
})

test('each decision record has a context, a decision and consequences, and a line in the index', () => {
  const folder = join(root, 'docs/decisions')
  const index = read(join(folder, 'README.md'))
  const records = readdirSync(folder).filter((name) => name !== 'README.md')
  const numbers = new Set(records.map((name) => name.slice(0, 4)))
  assert.equal(numbers.size, records.length, 'two records have the same number')
  for (const name of records) {
    const lines = read(join(folder, name)).split('\n')
    const headings = lines.filter((line) => line.startsWith('#'))
    assert.deepEqual(headings.slice(1), ['## Context', '## Decision', '## Consequences'], name)
    const title = headings[0]?.slice('# '.length)
    const entry = `- [${name.slice(0, 4)}](${name}) ${title}`
    assert.ok(index.includes(`${entry}\n`), `docs/decisions/README.md needs the line: ${entry}`)
  }
})

/** Guides link to each other by page names, without an extension. */
const leadsSomewhere = (from: string, link: string): boolean => {
  const [path = '', heading] = link.split('#')
  const named = path === '' ? from : join(dirname(from), path)
  const isGuide = relative(join(root, 'docs/guides'), named) === path
  const target = isGuide && !existsSync(named) ? `${named}.md` : named
  if (!existsSync(target)) return false
  return heading === undefined || !target.endsWith('.md') || headingsOf(target).has(heading)
}

/** Anchors in the form that GitHub generates. */
const headingsOf = (file: string): Set<string> =>
  new Set(
    [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
