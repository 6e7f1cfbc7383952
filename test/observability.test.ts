import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parse } from 'yaml'
import { testApp } from './harness/app.ts'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

const dashboard = JSON.parse(read('deploy/grafana/adoption-store.json'))
const alerts: { expr: string }[] = parse(read('deploy/prometheus/alerts.yaml')).groups.flatMap(
  ({ rules }: { rules: { expr: string }[] }) => rules,
)
const operating = read('docs/operating/observe.md')

/** The metrics that a text names, without the suffixes of histogram series. */
const named = (text: string): Set<string> =>
  new Set(
    (text.match(/\b(?:adoption|process|nodejs)_[a-z_]+[a-z]\b/g) ?? []).map((name) =>
      name.replace(/_(?:bucket|sum|count)$/, ''),
    ),
  )

const exposed = async (): Promise<Set<string>> => {
  await using app = await testApp()
  const { body } = await app.inject({ url: '/metrics' })
  return new Set([...body.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name))
}

const ours = (names: Set<string>): string[] => [...names].filter((name) => name.startsWith('adoption_')).sort()

/** Every expression of the dashboard. */
const expressions: string[] = dashboard.panels.flatMap(({ targets = [] }: { targets?: { expr: string }[] }) =>
  targets.map(({ expr }) => expr),
)

test('the dashboard uses only metrics that exist, and all of them', async () => {
  const there = await exposed()
  const asked = named(expressions.join('\n'))
  assert.ok(asked.size > 20)
  for (const name of asked) assert.ok(there.has(name), `${name} is not exposed`)
  assert.deepEqual(ours(asked), ours(there))
})

test('each alert uses metrics, and only those that exist', async () => {
  const there = await exposed()
  assert.ok(alerts.length > 5)
  for (const { expr } of alerts) {
    const asked = named(expr)
    assert.notEqual(asked.size, 0, expr)
    for (const name of asked) assert.ok(there.has(name), `${name} is not exposed`)
  }
})

test('docs/operating/observe.md explains each metric, and no others', async () => {
  const rows = operating.split('\n').filter((line) => line.startsWith('| `adoption_'))
  const explained = new Set(rows.flatMap((row) => [...named(row.split('|')[1] ?? '')]))
  assert.deepEqual(ours(explained), ours(await exposed()))
})

test('the dashboard can be imported: its data source is chosen during the import, and its panels do not overlap', () => {
  const [source] = dashboard.templating.list
  assert.equal(source.type, 'datasource')
  const ids = dashboard.panels.map(({ id }: { id: number }) => id)
  assert.equal(new Set(ids).size, ids.length)
  const taken = new Set<string>()
  for (const { datasource, type, gridPos } of dashboard.panels) {
    if (type !== 'row') assert.equal(datasource.uid, `\${${source.name}}`)
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1) {
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
        assert.ok(x < 24 && !taken.has(`${x} ${y}`), `something else is at ${x} ${y}`)
        taken.add(`${x} ${y}`)
      }
    }
  }
})

test('metric names follow the rules of Prometheus: counters end in _total, durations in _seconds', async () => {
  await using app = await testApp()
  const { body } = await app.inject({ url: '/metrics' })
  const types = [...body.matchAll(/^# TYPE (adoption_\w+) (\w+)$/gm)]
  for (const [, name = '', type] of types) {
    assert.equal(name.endsWith('_total'), type === 'counter', name)
    if (/duration|delay|late|overdue/.test(name)) assert.match(name, /_seconds$/)
  }
})

test('metrics named like counters are counters', async () => {
  await using app = await testApp()
  const { body } = await app.inject({ url: '/metrics' })
  const others = [...body.matchAll(/^# TYPE (\w+_total) (?!counter)\w+$/gm)].map(([, name]) => name)
  assert.deepEqual(others, [])
})
