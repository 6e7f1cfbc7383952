import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { expanded, target } from '../../test/harness/openapi-document.ts'
import { type ApiDocument, operationsOf, type Response, type Schema } from './api-document.ts'

const document: ApiDocument = JSON.parse(
  readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'),
)
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

const sent = operations.flatMap(({ responses }) =>
  Object.values(responses as Record<string, Response>),
)
test('every enum has its type', () => {
  const enums = schemasIn(document).filter((schema) => Array.isArray(schema.enum))
  assert.ok(enums.length >= 13)
  for (const schema of enums) assert.equal(schema.type, 'string', JSON.stringify(schema))
})

test('no response is restricted by the rules of requests', () => {
  const rules = ['pattern', 'minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems']
  const contents = sent.flatMap(({ content = {} }) => Object.values(content))
  for (const schema of schemasIn(contents.map(({ schema }) => schema))) {
    for (const rule of rules) {
      const value = schema[rule]
      assert.ok(
        value === undefined || typeof value === 'object',
        `${rule}: ${JSON.stringify(schema)}`,
      )
    }
    assert.notEqual(schema.additionalProperties, false)
  }
})

test('requests keep theirs', () => {
  const { NewPet, Customer } = document.components.schemas
  assert.match(JSON.stringify(NewPet), /"maxLength":255,"pattern"/)
  assert.match(JSON.stringify(Customer), /"maxLength":254,"pattern"/)
})
