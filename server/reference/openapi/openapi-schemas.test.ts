import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { strictAjv } from '../../../test/harness/openapi-check.ts'
import { expanded, target } from '../../../test/harness/openapi-document.ts'
import { type ApiDocument, operationsOf, type Parameter, type Response, type Schema } from './api-document.ts'

const document: ApiDocument = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'))
const operations = operationsOf(expanded(document))

/** Every schema and subschema of a part of the document, those that it refers to included. */
const schemasIn = (part: unknown, seen = new Set<string>()): Schema[] => {
  if (part === null || typeof part !== 'object') return []
  if (Array.isArray(part)) return part.flatMap((item) => schemasIn(item, seen))
  const { $ref } = part as Schema
  if (typeof $ref === 'string') {
    if (seen.has($ref)) return []
    seen.add($ref)
    return schemasIn(target(document, $ref), seen)
  }
  return [part as Schema, ...Object.values(part).flatMap((item) => schemasIn(item, seen))]
}

const sent = operations.flatMap(({ responses }) => Object.values(responses as Record<string, Response>))
const patterns = schemasIn(document).flatMap(({ pattern }) => (typeof pattern === 'string' ? [pattern] : []))

test('every enum has a type', () => {
  const enums = schemasIn(document).filter((schema) => Array.isArray(schema.enum))
  assert.ok(enums.length >= 13)
  for (const schema of enums) {
    const kinds = (schema.enum as unknown[]).map((value) => (value === null ? 'null' : typeof value))
    const types = [...new Set(kinds)]
    assert.deepEqual([schema.type].flat(), types, JSON.stringify(schema))
  }
})

test('no enum contains null: nullable fields refer to a named enum', () => {
  const enums = schemasIn(document).filter((schema) => Array.isArray(schema.enum))
  const nullable = enums.filter(({ enum: values }) => (values as unknown[]).includes(null))
  assert.deepEqual(nullable, [])
  const { Profile } = document.components.schemas
  assert.ok(Profile)
  const { species } = Profile.properties as Record<string, Schema>
  assert.deepEqual(species?.anyOf, [{ $ref: '#/components/schemas/Species' }, { type: 'null' }])
})

test('response schemas have no request limits', () => {
  const rules = ['pattern', 'minLength', 'maxLength', 'minItems', 'uniqueItems']
  const contents = sent.flatMap(({ content = {} }) => Object.values(content))
  for (const schema of schemasIn(contents.map(({ schema }) => schema))) {
    for (const rule of rules) {
      const value = schema[rule]
      assert.ok(value === undefined || typeof value === 'object', `${rule}: ${JSON.stringify(schema)}`)
    }
    assert.notEqual(schema.additionalProperties, false)
  }
})

test('every integer has a format, which is wide enough for its maximum', () => {
  const integers = schemasIn(document).filter(({ type }) => [type].flat().includes('integer'))
  assert.ok(integers.length > 100)
  for (const { format, maximum } of integers) {
    assert.match(String(format), /^int(32|64)$/)
    if (Number(maximum) > 2 ** 31 - 1) assert.equal(format, 'int64')
  }
})

test('a page says how many items it has at most, and a path parameter has an example', () => {
  let pages = 0
  for (const { operationId, parameters = [], responses } of operations) {
    const all = parameters as Parameter[]
    for (const { in: place, name, example } of all) {
      if (place === 'path') assert.ok(example !== undefined, `${operationId} ${name}`)
    }
    const limit = all.find(({ name }) => name === 'limit')?.schema.maximum
    const { content } = (responses[200] ?? {}) as Partial<Response>
    const schema = content?.['application/json']?.schema
    const page = typeof schema?.$ref === 'string' ? target(document, schema.$ref) : schema
    if (limit === undefined || (page as Schema | undefined)?.type !== 'array') continue
    assert.equal((page as Schema).maxItems, limit, operationId)
    pages += 1
  }
  assert.ok(pages >= 15)
})

test('requests keep theirs', () => {
  const { NewPet, Customer } = document.components.schemas
  assert.match(JSON.stringify(NewPet), /"maxLength":255,"pattern"/)
  assert.match(JSON.stringify(Customer), /"maxLength":254,"pattern"/)
})

test('every pattern means the same with the u flag and without it', () => {
  const texts = ['Biscuit', 'Señor', '犬', '🐶', '👩‍👧‍👦 x', 'a\u0001', '', ' ', '\u2028', 'é'.normalize('NFD')]
  const addresses = ['ada@example.org', 'ü@bücher.example', 'https://shelter.example.org/a?b', '+44 20 7946 0000']
  assert.ok(patterns.length > 0)
  for (const pattern of new Set(patterns)) {
    assert.doesNotMatch(pattern, /\\[pPu]/, 'an escape that needs the flag')
    assert.doesNotMatch(pattern, /\\x[89a-f]/, 'an escape that Ruby refuses')
    for (const text of [...texts, ...addresses]) {
      const plain = new RegExp(pattern).test(text)
      assert.equal(plain, new RegExp(pattern, 'u').test(text), `${pattern} ${JSON.stringify(text)}`)
      assert.equal(plain, new RegExp(pattern, 'v').test(text), `${pattern} ${JSON.stringify(text)}`)
    }
  }
})

test('the published schema accepts names of people and animals from all over the world', () => {
  const ajv = strictAjv()
  ajv.addSchema({ $id: 'document', components: { schemas: document.components.schemas } })
  const isNewPet = ajv.compile({ $ref: 'document#/components/schemas/NewPet' })
  for (const name of ['Biscuit', 'Señor', '犬', '🐶', '👩‍👧‍👦', 'q'.repeat(255), '🐶'.repeat(255)]) {
    assert.ok(isNewPet({ name, categoryId: 7 }), name)
  }
  for (const name of ['', ' ', 'a\u0001', '\n', 'q'.repeat(256)]) {
    assert.ok(!isNewPet({ name, categoryId: 7 }), JSON.stringify(name))
  }
})

test('each sample is valid for its schema, and every JSON body has one', () => {
  const ajv = strictAjv()
  ajv.addSchema({ $id: 'document', components: { schemas: document.components.schemas } })
  for (const { operationId, requestBody, responses } of operations) {
    const contents = [requestBody, ...Object.values(responses as Record<string, Response>)]
    for (const { content = {} } of contents.filter((part) => part !== undefined)) {
      for (const [type, { schema, example, examples = {} }] of Object.entries(content)) {
        if (!type.endsWith('json')) continue
        const samples = Object.values(examples).map((sample) =>
          '$ref' in sample ? (target(document, sample.$ref) as { value: unknown }).value : sample.value,
        )
        if (example !== undefined) samples.push(example)
        assert.ok(samples.length > 0, `${operationId} ${type}`)
        const text = JSON.stringify(schema).replaceAll('"#/components', '"document#/components')
        const check = ajv.compile(JSON.parse(text))
        for (const sample of samples) {
          assert.ok(check(sample), `${operationId} ${JSON.stringify([sample, check.errors])}`)
        }
      }
    }
  }
})

test('each event has an example, with every required field of its schema and no other than it declares', () => {
  const schemas = JSON.stringify(document.components.schemas, (_name, value) =>
    value?.type === 'object' && value.properties ? { ...value, additionalProperties: false } : value,
  )
  const ajv = strictAjv()
  ajv.addSchema({ $id: 'document', components: { schemas: JSON.parse(schemas) } })
  const ids = new Set<string>()
  const webhooks = Object.entries(document.webhooks ?? {})
  for (const [type, { post }] of webhooks) {
    const { schema, example } = post?.requestBody?.content['application/json'] ?? {}
    const check = ajv.compile({ $ref: `document${schema?.$ref}` })
    assert.ok(check(example), `${type} ${JSON.stringify(check.errors)}`)
    const { id, ...event } = example as { id: string; type: string }
    assert.equal(event.type, type)
    ids.add(id)
  }
  assert.equal(ids.size, webhooks.length)
})
