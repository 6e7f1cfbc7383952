import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { faultsIn, openapiFaults } from '../../../scripts/openapi-lint.ts'
import { testApp } from '../../../test/harness/app.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { operationsOf } from './api-document.ts'

const file = new URL('../../../openapi.json', import.meta.url)
const committed = JSON.parse(readFileSync(file, 'utf8').replaceAll('127.0.0.1:3000', 'api.test'))
const validator = new URL(
  '../../../node_modules/@seriousme/openapi-schema-validator/bin/validate-api-cli.js',
  import.meta.url,
)

test('GET /openapi.yaml has the same content as GET /openapi.json', async () => {
  await using app = await testApp()
  const [yaml, json] = [await app.inject({ url: '/openapi.yaml' }), await app.inject({ url: '/openapi.json' })]
  assert.equal(yaml.statusCode, 200)
  assert.equal(yaml.headers['content-type'], 'application/yaml')
  for (const version of ['1.1', '1.2'] as const) {
    assert.deepEqual(parse(yaml.body, { version, maxAliasCount: 0 }), json.json())
  }
})

test('every edition of the document follows the rules that Redocly recommends', async () => {
  assert.deepEqual(await openapiFaults(new URL('../../../', import.meta.url)), [])
  const { license: _, ...info } = committed.info
  assert.deepEqual(await faultsIn('openapi.json', JSON.stringify({ ...committed, info })), [
    'openapi.json#/info: Info object should contain `license` field. (info-license)',
  ])
})

test('GET /openapi-3.0.json is valid OpenAPI 3.0 and has every operation and schema', async () => {
  await using app = await testApp()
  const response = await app.inject({ url: '/openapi-3.0.json', headers: { host: 'api.test' } })
  const document = response.json()
  assert.match(document.openapi, /^3\.0\./)
  assert.deepEqual(Object.keys(document.paths), Object.keys(committed.paths))
  assert.deepEqual(
    operationsOf(document).map(({ operationId }) => operationId),
    operationsOf(committed).map(({ operationId }: { operationId?: string }) => operationId),
  )
  const { schemas } = document.components
  // Version 3.0 has no webhooks, and writes out enums that may be null.
  const { WebhookTestEvent, Species, Sex, Size, Coat, AgeBand, ...others } = committed.components.schemas
  assert.ok(WebhookTestEvent && Species && Size && Coat && AgeBand)
  assert.deepEqual(Object.keys(schemas), Object.keys(others))
  const { sex, breeds, weightGrams } = schemas.Profile.properties
  assert.deepEqual(sex, {
    type: 'string',
    enum: [...Sex.enum, null],
    nullable: true,
    description: 'Sex.',
  })
  assert.deepEqual(weightGrams.type, 'integer')
  assert.equal(weightGrams.nullable, true)
  assert.equal(breeds.properties.primary.example, 'Labrador Retriever')
  // A validator ignores keywords that it does not know, such as those of 3.1.
  assert.doesNotMatch(response.body, /"type":\[|"type":"null"|"const":|"webhooks":|"identifier":/)
  using folder = temporaryFolder()
  const path = join(folder.path, 'openapi.json')
  await writeFile(path, response.body)
  await promisify(execFile)(process.execPath, [validator.pathname, path])
})
