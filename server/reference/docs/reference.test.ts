import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { testApp } from '../../../test/harness/app.ts'
import type { ApiDocument, Operation, Response, Schema } from '../openapi/api-document.ts'
import { referenceOf } from './reference.ts'

type Resolved = Operation & {
  responses: Record<string, Response>
  parameters?: { name: string; schema: Schema }[]
}

const document: ApiDocument = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'))
const { components } = document
const app = await testApp({ settings: { PORT: '8123' } })
after(() => app.close())

const slugOf = (tag = ''): string => tag.toLowerCase().replaceAll(' ', '-')
const read = async (url: string): Promise<string> => {
  const { statusCode, body } = await app.inject({ url })
  assert.equal(statusCode, 200, url)
  return body
}
const tagNames = (document['x-tagGroups'] ?? []).flatMap(({ tags }) => tags)
const pages = new Map<string, string>()
for (const tag of tagNames) pages.set(slugOf(tag), await read(`/docs/reference/${slugOf(tag)}`))

/** References to shared parts followed. */
const resolved = (part: object): unknown => {
  const [, , kind = '', name = ''] = '$ref' in part ? String(part.$ref).split('/') : []
  const shared = components as unknown as Record<string, Record<string, unknown>>
  return kind === '' ? part : shared[kind]?.[name]
}

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => {
    const { parameters = [], responses } = operation
    const all = {
      ...operation,
      parameters: parameters.map((one) => resolved(one)),
      responses: Object.fromEntries(Object.entries(responses).map(([status, one]) => [status, resolved(one)])),
    } as unknown as Resolved
    return { path, method: method.toUpperCase(), operation: all }
  }),
)

const sectionOf = ({ operationId = '', tags = [] }: Operation): string => {
  const page = pages.get(slugOf(tags[0])) ?? ''
  const [, after] = page.split(`<section class="op" id="${operationId}"`, 2)
  assert.ok(after, operationId)
  return after.split('</section>', 1)[0] ?? ''
}

const textOf = (html: string): string =>
  html
    .replace(/<template.*?<\/template>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(
      /&(quot|#39|#x27|lt|gt|amp);/g,
      (_, name: string) => ({ quot: '"', '#39': "'", '#x27': "'", lt: '<', gt: '>', amp: '&' })[name] ?? '',
    )
    .replace(/\s+/g, ' ')

const labelled = (html: string, name: string): string | undefined =>
  new RegExp(`<li><div class="name"><code>${name}</code>(.*?)</li>`, 's').exec(html)?.[1]

test('every operation of openapi.json has its method, path, name, scope, cost and guides', () => {
  assert.ok(operations.length >= 82)
  for (const { path, method, operation } of operations) {
    const { operationId = '', summary = '', tags = [] } = operation
    const html = sectionOf(operation)
    const text = textOf(html)
    assert.ok(
      text.includes(`${summary} ${method} /v1 ${path} `.replace('/v1 ', '/v1')),
      `${operationId}: ${text.slice(0, 120)}`,
    )
    const scope = operation['x-required-scope']
    if (scope !== undefined) assert.ok(text.includes(`with the scope ${scope}`), operationId)
    assert.match(text, operation['x-request-cost'] === 0 ? /Cost Free/ : /Cost 1 request/)
    const named = operation.externalDocs ?? document.tags?.find(({ name }) => name === tags[0])?.externalDocs
    const guide = named && new URL(named.url).pathname.split('/').at(-1)
    assert.ok(guide && html.includes(`href="/docs/guides/${guide}"`), operationId)
  }
})

test('every parameter of every operation is described, with its limits and the values that it can have', () => {
  for (const { operation } of operations) {
    for (const { name, schema } of operation.parameters ?? []) {
      const found = labelled(sectionOf(operation), name)
      assert.ok(found, `${operation.operationId}: ${name}`)
      const text = textOf(found)
      const {
        enum: values = [],
        maximum,
        default: usual,
      } = resolved(schema as never) as { enum?: string[]; maximum?: number; default?: unknown }
      for (const value of values) assert.ok(text.includes(` ${value} `), `${name}: ${value}`)
      if (maximum !== undefined && maximum < 1000) assert.ok(text.includes(` to ${maximum}`), `${name}: ${text}`)
      if (usual !== undefined) assert.ok(text.includes(`default ${usual}`), name)
    }
  }
})

test('every field of every body is described, also those within others', () => {
  for (const { operation } of operations) {
    const html = sectionOf(operation)
    const [media] = Object.values(operation.requestBody?.content ?? {})
    const schema = media && (resolved(media.schema as never) as { properties?: Record<string, Schema> })
    for (const [name, field] of Object.entries(schema?.properties ?? {})) {
      assert.ok(labelled(html, name), `${operation.operationId}: ${name}`)
      const within = (field as { properties?: object }).properties ?? {}
      for (const inner of Object.keys(within)) assert.ok(labelled(html, inner), `${name}.${inner}`)
    }
  }
})

test('every response is documented with its fields and a sample, and every error with its code and a remedy', () => {
  for (const { operation } of operations) {
    const html = sectionOf(operation)
    const text = textOf(html)
    for (const [status, response] of Object.entries(operation.responses)) {
      assert.ok(html.includes(`<code class="status">${status}</code>`), `${operation.operationId}: ${status}`)
      if (status < '300' && response.content)
        assert.ok(html.includes(`value="${status}"`), `${operation.operationId}: ${status}`)
      if (status < '400') assert.ok(text.includes(response.description.replaceAll('`', ' ').slice(0, 20).trim()))
    }
    const page = pages.get(slugOf(operation.tags?.[0])) ?? ''
    const codes = Object.values(operation.responses).flatMap(({ description }) =>
      [...description.matchAll(/^`([a-z_]+)`:/gm)].map(([, code = '']) => code),
    )
    assert.ok(codes.length > 10)
    for (const code of codes) assert.ok(page.includes(`<code>${code}</code></a></div><p>`), String(code))
  }
})

test('samples are available in curl, TypeScript, Python, PHP and Go, and without JavaScript one of them is shown', () => {
  for (const { operation } of operations) {
    const samples = operation['x-codeSamples'] as unknown as { label: string; source: string }[]
    const html = sectionOf(operation)
    const text = textOf(html.replaceAll(/<\/?span[^>]*>/g, ''))
    assert.deepEqual(
      samples.map(({ label }) => label),
      ['curl', 'TypeScript', 'Python', 'PHP', 'Go'],
    )
    for (const { label, source } of samples) {
      assert.ok(html.includes(`value="${label}"`))
      const shown = source.replaceAll('http://127.0.0.1:3000', 'http://127.0.0.1:8123').replace(/\s+/g, ' ')
      assert.ok(text.includes(shown), `${operation.operationId}: ${label}`)
    }
    assert.match(html, /value="curl" checked/)
  }
})

test('an operation has a live panel unless it is turned off for it', () => {
  const off = operations.filter(({ operation }) => operation['x-hideTryItPanel'])
  assert.ok(off.some(({ operation }) => operation.operationId === 'listOrders'))
  for (const { operation } of operations) {
    const html = sectionOf(operation)
    const isOff = operation['x-hideTryItPanel'] === true
    assert.equal(html.includes('data-panel='), !isOff, String(operation.operationId))
    assert.equal(html.includes(`<template id="panel-${operation.operationId}"`), !isOff)
    assert.equal(html.includes('The live panel is off'), isOff)
  }
})

test('badges mark beta operations, and say when a deprecated operation will be removed', () => {
  const marked = { beta: 0, deprecated: 0 }
  for (const { operation } of operations) {
    const html = sectionOf(operation)
    const shown = [...html.matchAll(/<a class="mark \w+" [^>]*>(\w+)<\/a>/g)].map(([, mark = '']) => mark)
    const isBeta = operation['x-stability'] === 'beta'
    const expected = [isBeta && 'beta', operation.deprecated && 'deprecated'].filter(Boolean)
    assert.deepEqual(shown, expected, String(operation.operationId))
    for (const mark of expected) marked[mark as keyof typeof marked] += 1
  }
  assert.ok(marked.beta > 0 && marked.deprecated === 1)
  const read = textOf(sectionOf(operations.find(({ operation }) => operation.deprecated)?.operation as Operation))
  assert.match(read, /Removed on 5 December 2030/)
})

test('the navigation has the groups Pets and Store with their tags, and lists every operation once', async () => {
  const landing = await read('/docs')
  const nav = landing.slice(landing.indexOf('<nav'), landing.indexOf('</nav>'))
  const headings = [...nav.matchAll(/<h2>(\w+)<\/h2>/g)].map(([, name = '']) => name)
  assert.deepEqual(headings, ['Guides', 'Pets', 'Store'])
  const order = [...nav.matchAll(/<summary><span>([^<]+)<\/span>/g)].map(([, name = '']) => name)
  const tags = order.filter((name) => tagNames.includes(String(name)))
  assert.deepEqual(tags, tagNames)
  for (const { operation, method, path } of operations) {
    const link = `href="/docs/reference/${slugOf(operation.tags?.[0])}#${operation.operationId}" data-old="${method}${path}"`
    assert.equal(nav.split(link).length, 2, String(operation.operationId))
  }
})

test('every shared schema and every event that is sent to webhooks is described', async () => {
  const objects = await read('/docs/reference/objects')
  for (const name of Object.keys(components.schemas)) assert.ok(objects.includes(`id="${name}"`), name)
  const events = await read('/docs/reference/webhook-events')
  for (const [type, { post }] of Object.entries(document.webhooks ?? {})) {
    assert.ok(events.includes(`id="${post?.operationId}"`), type)
    assert.ok(events.includes(`<code>${type}</code>`), type)
  }
  assert.doesNotMatch(events, /data-panel/)
})

test('a link to a section of a guide leads to the guide', () => {
  const url = 'https://store.test/docs/guides/paging#cursors'
  const externalDocs = { description: 'Cursors', url }
  const operation = { operationId: 'list', tags: ['Lists'], externalDocs, responses: {} }
  const { groups } = referenceOf(
    {
      info: document.info,
      components: { schemas: {} },
      paths: { '/pets': { get: operation } },
      'x-tagGroups': [{ name: 'All', tags: ['Lists'] }],
    },
    new Map(),
  )
  assert.deepEqual(groups[0]?.tags[0]?.operations[0]?.guides, ['paging'])
})
