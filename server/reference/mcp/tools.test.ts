import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { testApp } from '../../../test/harness/app.ts'
import type { Tool } from './tool.ts'
import type { ToolRequests } from './tool-requests.ts'
import { publishedSchema } from './tool-schema.ts'
import { inputOf, tools } from './tools.ts'

type Schema = {
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: unknown
  type?: unknown
  enum?: unknown[]
  items?: Schema
  $ref?: string
}

const schemaOf = (tool: Tool) =>
  publishedSchema(inputOf(tool), { ...shared }) as Required<Pick<Schema, 'properties'>> & Schema

/** The schemas that the inputs refer to. */
const shared: Record<string, unknown> = {}
{
  await using app = await testApp()
  const { components } = app.service.document()
  Object.assign(shared, components.schemas)
}

test('each tool has a name, a title and a description, and says of each parameter what it is', () => {
  assert.equal(new Set(tools.map(({ name }) => name)).size, tools.length)
  for (const tool of tools) {
    assert.match(tool.name, /^[a-z]+(?:_[a-z]+)*$/)
    assert.ok(tool.title.length > 3 && tool.description.length > 40, tool.name)
    const { properties, additionalProperties, type } = schemaOf(tool)
    assert.deepEqual([type, additionalProperties], ['object', false], tool.name)
    for (const [name, { description = '' }] of Object.entries(properties)) {
      assert.ok(description.length >= 4, `${tool.name}.${name} has no description`)
      assert.doesNotMatch(description, /repeated|commas|X-Next-Cursor/, `${tool.name}.${name}`)
    }
  }
})

test('the schemas for agents have no references and no custom keywords', () => {
  for (const tool of tools) assert.doesNotMatch(JSON.stringify(schemaOf(tool)), /"\$ref"|"\$id"|"x-|int64/, tool.name)
})

test('a description that names a tool, or a parameter in backticks, names one that exists', () => {
  const names = new Set(tools.map(({ name }) => name))
  const prefixes = new Set(tools.map(({ name }) => name.split('_')[0]))
  for (const tool of tools) {
    const text = JSON.stringify([tool.description, schemaOf(tool)])
    for (const [name] of text.matchAll(/\b[a-z]+_[a-z]+(?:_[a-z]+)*\b/g))
      if (prefixes.has(name.split('_')[0])) assert.ok(names.has(name), `${tool.name}: ${name}`)
  }
})

test('each parameter of a tool reaches the request that it makes', async () => {
  for (const tool of tools) {
    for (const name of Object.keys(tool.input)) {
      const without = await runOf(tool, name, undefined)
      const withIt = await runOf(tool, name, sampleOf(tool, name))
      assert.notDeepEqual(withIt, without, `${tool.name} does not forward ${name}`)
    }
  }
})

test('only tools that write take an idempotency key, and they send it', async () => {
  for (const tool of tools) {
    const methods = (await requestsOf(tool)).map(([method]) => method)
    assert.equal('idempotencyKey' in tool.input, tool.isWrite === true, tool.name)
    assert.equal(
      methods.some((method) => method !== 'GET'),
      tool.isWrite === true,
      tool.name,
    )
    if (tool.isWrite) assert.ok(schemaOf(tool).required?.includes('idempotencyKey'), tool.name)
  }
})

test('no tool deletes, erases or hands over anything, or touches keys and users', async () => {
  for (const tool of tools) {
    for (const [method, path] of await requestsOf(tool)) {
      assert.notEqual(method, 'DELETE')
      assert.doesNotMatch(path, /keys|users|accounts|\/customer|\/applicant|webhooks|bans/)
    }
    assert.doesNotMatch(JSON.stringify(schemaOf(tool)), /"delivered".*"idempotencyKey"|"sold".*"idempotencyKey"/)
  }
  assert.deepEqual(
    tools.filter(({ isDestructive }) => isDestructive).map(({ name }) => name),
    ['approve'],
  )
})

test('the guide lists every tool', () => {
  const guide = readFileSync(new URL('../../../docs/guides/agents.md', import.meta.url), 'utf8')
  const listed = [...guide.matchAll(/^\| `.+$/gm)].map(([row]) => row)
  assert.deepEqual(
    listed,
    tools.map((tool) => {
      const scopes = tool.scopes.map((scope) => `\`${scope}\``).join(', ')
      const needs = tool.isPublic ? `none${scopes && `, or ${scopes}`}` : scopes
      const effect = tool.isWrite ? `yes${tool.isDestructive ? ', for good' : ''}` : 'no'
      return `| \`${tool.name}\` | ${tool.title} | ${needs} | ${effect} |`
    }),
  )
})

type Sent = [method: string, path: string, body?: unknown, key?: unknown]

/** The requests of a tool, and its result, with samples of what it needs; and with or without one parameter. */
const runOf = async (tool: Tool, name: string, value: unknown) => {
  const sent: Sent[] = []
  const requests: ToolRequests = {
    async get(path, query) {
      sent.push(['GET', path, query])
      const found = path === '/v1/species' ? [{ species: 'dog', categoryId: 7 }] : []
      const isText = /^\/(?:docs|llms)/.test(path)
      return { value: isText ? 'A text of the docs.' : found, next: undefined, total: undefined }
    },
    async send(method, path, body, key) {
      sent.push([method, path, body, key])
      return { id: 1, results: [{ status: 200, pet: {}, profile: {} }] }
    },
  }
  const needed = [...(schemaOf(tool).required ?? []), ...(tool.name === 'update_animal' ? ['name'] : [])]
  const others = needed.filter((one) => one !== name).map((one) => [one, sampleOf(tool, one)])
  const given = { ...Object.fromEntries(others), ...(value !== undefined && { [name]: value }) }
  const result = await tool.run(given, requests).catch((error: unknown) => String(error))
  return { sent, result }
}

const requestsOf = async (tool: Tool): Promise<Sent[]> => (await runOf(tool, 'idempotencyKey', 'a-key-of-a-test')).sent

/** Other values than those that a tool uses by default. */
const sampleOf = (tool: Tool, name: string): unknown => {
  const { properties } = schemaOf(tool)
  const schema = properties[name] ?? {}
  if (name === 'path') return '/docs/guides/paging'
  if (name === 'published') return false
  if (schema.enum) return schema.enum[0]
  const type = [schema.type].flat()[0]
  if (type === 'integer') return 3
  if (type === 'boolean') return true
  if (type === 'array') return [schema.items?.enum?.[0] ?? 'some']
  return type === 'object' ? { some: 1 } : 'some-text'
}
