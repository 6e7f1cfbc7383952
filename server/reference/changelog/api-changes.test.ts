import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { apiChanges, type ComparedDocument } from './api-changes.ts'
import { readSnapshot, releases, snapshotOf } from './snapshots.ts'

const pet = {
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: { type: 'integer' },
    name: { type: 'string' },
    status: { $ref: '#/components/schemas/Status' },
    parent: { $ref: '#/components/schemas/Pet' },
  },
}
const document = () => ({
  paths: {
    '/pets': {
      post: {
        operationId: 'createPet',
        'x-stability': 'stable',
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 } },
          { $ref: '#/components/parameters/sort' },
        ] as Record<string, unknown>[],
        requestBody: {
          required: false,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['name'] as string[],
                properties: {
                  name: { type: 'string', maxLength: 80 },
                  age: { type: ['integer', 'null'] },
                  tags: { type: 'array', items: { type: 'string' } },
                } as Record<string, object>,
              },
            },
          },
        },
        responses: {
          201: {
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
          },
          409: {},
        } as Record<string, object>,
      },
      get: { operationId: 'listPets', 'x-stability': 'beta', responses: {} },
    } as Record<string, object>,
  },
  components: {
    schemas: { Pet: structuredClone(pet), Status: { type: 'string', enum: ['free', 'sold'] } },
    parameters: { sort: { name: 'sort', in: 'query', schema: { enum: ['id', 'name'] } } },
  },
})
type Document = ReturnType<typeof document>
type Create = {
  'x-stability': string
  deprecated?: boolean
  parameters: Record<string, unknown>[]
  requestBody: {
    required: boolean
    content: {
      'application/json': { schema: { required: string[]; properties: Record<string, object> } }
    }
  }
  responses: Record<string, object>
}

// The parts that the tests change; the document above has them.
const createOf = (changed: Document) => changed.paths['/pets'].post as Create
const bodyOf = (changed: Document) => createOf(changed).requestBody.content['application/json'].schema
const fieldsOf = (changed: Document) => changed.components.schemas.Pet.properties as Record<string, object>

const changesBy = (change: (changed: Document) => unknown, stability = 'stable') => {
  const before = document()
  createOf(before)['x-stability'] = stability
  const after = structuredClone(before)
  change(after)
  return apiChanges(before as unknown as ComparedDocument, after as unknown as ComparedDocument)
}

const breaking: Record<string, (changed: Document) => unknown> = {
  'a path is lost': ({ paths }) => delete (paths as Record<string, unknown>)['/pets'],
  'a method is lost': ({ paths }) => delete paths['/pets'].post,
  'a parameter is lost': (changed) => createOf(changed).parameters.pop(),
  'a response field is lost': (changed) => delete fieldsOf(changed).status,
  'a status is lost': (changed) => delete createOf(changed).responses[409],
  'a field of the body is lost': (changed) => delete bodyOf(changed).properties.age,
  'a parameter is required': (changed) => Object.assign(createOf(changed).parameters[0] ?? {}, { required: true }),
  'a new parameter is required': (changed) =>
    createOf(changed).parameters.push({ name: 'q', in: 'query', required: true }),
  'a body is required': (changed) => Object.assign(createOf(changed).requestBody, { required: true }),
  'a field of the body is required': (changed) => bodyOf(changed).required.push('age'),
  'a type is narrowed': (changed) => Object.assign(bodyOf(changed).properties, { age: { type: 'integer' } }),
  'the items of a list have another type': (changed) =>
    Object.assign(bodyOf(changed).properties, {
      tags: { type: 'array', items: { type: 'integer' } },
    }),
  'a response field has another type': (changed) => Object.assign(fieldsOf(changed), { id: { type: 'string' } }),
  'an enum loses a value': ({ components }) => components.schemas.Status.enum.pop(),
  'an enum of a parameter loses a value': ({ components }) => components.parameters.sort.schema.enum.pop(),
  'an upper bound is lower': (changed) => Object.assign(createOf(changed).parameters[0]?.schema ?? {}, { maximum: 50 }),
  'a lower bound is higher': (changed) => Object.assign(createOf(changed).parameters[0]?.schema ?? {}, { minimum: 2 }),
  'a bound is new': (changed) => Object.assign(bodyOf(changed).properties.name ?? {}, { minLength: 3 }),
}

for (const [what, change] of Object.entries(breaking)) {
  test(`a stable operation is broken where ${what}, and a beta one may change so`, () => {
    const broken = changesBy(change).filter(({ isBreaking }) => isBreaking)
    assert.deepEqual(
      broken.map(({ operationId }) => operationId),
      ['createPet'],
    )
    const ofBeta = changesBy(change, 'beta')
    assert.ok(ofBeta.some(({ operationId }) => operationId === 'createPet'))
    assert.ok(!ofBeta.some(({ isBreaking }) => isBreaking))
  })
}

const compatible: Record<string, (changed: Document) => unknown> = {
  'an optional field': (changed) => Object.assign(bodyOf(changed).properties, { size: { type: 'string' } }),
  'a response field': (changed) => Object.assign(fieldsOf(changed), { size: { type: 'string' } }),
  'an optional parameter': (changed) => createOf(changed).parameters.push({ name: 'q', in: 'query' }),
  'a status': (changed) => Object.assign(createOf(changed).responses, { 404: {} }),
  'a value of an enum': ({ components }) => components.schemas.Status.enum.push('lost'),
  'room at a bound': (changed) => Object.assign(createOf(changed).parameters[0]?.schema ?? {}, { maximum: 200 }),
  'a type that is taken as well': (changed) =>
    Object.assign(bodyOf(changed).properties, { age: { type: ['number', 'null'] } }),
}

for (const [what, change] of Object.entries(compatible)) {
  test(`a stable operation may gain ${what}`, () => {
    for (const { kind, operationId, isBreaking } of changesBy(change)) {
      assert.deepEqual([kind, operationId, isBreaking], ['changed', 'createPet', false])
    }
  })
}

test('additions to stable operations are listed', () => {
  const gained = changesBy((changed) => {
    createOf(changed).parameters.push({ name: 'q', in: 'query' })
    Object.assign(bodyOf(changed).properties, { size: { type: 'string' } })
    Object.assign(createOf(changed).responses, { 404: {} })
  })
  assert.deepEqual(
    gained[0]?.details.map(({ text }) => text),
    ['takes the parameter `q`', 'has the field `body.size`', 'may respond with 404'],
  )
})

test('an operation may not break when it becomes stable', () => {
  const changes = changesBy((changed) => {
    createOf(changed)['x-stability'] = 'stable'
    createOf(changed).parameters.pop()
  }, 'beta')
  assert.deepEqual(
    changes.map(({ isBreaking }) => isBreaking),
    [true],
  )
})

test('the same schema written differently is not a change', () => {
  const changes = changesBy((changed) => {
    Object.assign(bodyOf(changed).properties, {
      age: { anyOf: [{ type: 'integer', format: 'int32' }, { type: 'null' }] },
      name: { allOf: [{ type: 'string' }, { maxLength: 80 }] },
    })
    Object.assign(fieldsOf(changed), { status: { type: 'string', enum: ['sold', 'free'] } })
  })
  assert.deepEqual(changes, [])
})

test('the changelog lists new operations as added, and operations with a removal date as deprecated', () => {
  const [deprecated, added] = changesBy((changed) => {
    createOf(changed).deprecated = true
    Object.assign(changed.paths, {
      '/new': { get: { operationId: 'getNew', 'x-stability': 'beta' } },
    })
  })
  assert.deepEqual([deprecated?.kind, deprecated?.isBreaking], ['deprecated', false])
  assert.deepEqual([added?.kind, added?.path, added?.method], ['added', '/new', 'GET'])
})

test('there is a snapshot for each dated release, with all compared fields', () => {
  const changelog = readFileSync(new URL('../../../CHANGELOG.md', import.meta.url), 'utf8')
  const dated = [...changelog.matchAll(/^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d{2}-\d{2})$/gm)]
  assert.deepEqual(
    dated.map(([, version, date]) => ({ version, date })),
    releases.toReversed(),
  )
  for (const { version } of releases) assert.ok(readSnapshot(version).paths['/pets']?.get, version)
  const text = readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')
  const whole = JSON.parse(text)
  assert.ok(snapshotOf(whole).length < 30_000)
})
