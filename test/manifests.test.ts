import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseAllDocuments } from 'yaml'
import { type Manifest, readManifests } from './deployments/kubernetes.ts'
import { whyNoTool } from './harness/tools.ts'

// `kubectl --dry-run` checks manifests only with a cluster. `kubernetes-models` has the schemas of the Kubernetes API
// as validators and as types: validators check formats and required fields, and only types reject unknown fields.

const root = new URL('../', import.meta.url).pathname
const folders = ['kubernetes', 'kubernetes-shared-volume']

const validate = async (manifest: Manifest): Promise<void> => {
  const { apiVersion, kind } = manifest
  const models = await import(`kubernetes-models/${apiVersion}/${kind}`)
  new models[kind](manifest).validate()
}

/** Errors of the compiler for manifests, each as a value of the type of its kind. */
const typeErrors = (manifests: readonly Manifest[]): string => {
  // Below the modules, so that the compiler finds the types.
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'manifests-'))
  const lines = manifests.map(({ apiVersion, kind, ...rest }, at) => {
    const type = `import('kubernetes-models/${apiVersion}/${kind}').I${kind}`
    return `export const m${at}: ${type} = ${JSON.stringify({ apiVersion, kind, ...rest })}`
  })
  const file = join(folder, 'manifests.ts')
  writeFileSync(file, lines.join('\n'))
  const options = ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', '']
  const { status, stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), [...options, file], {
    encoding: 'utf8',
  })
  rmSync(folder, { recursive: true })
  assert.ok(status === 0 || stdout !== '', 'the compiler ran')
  return stdout
}

test('Kubernetes accepts every manifest: its schemas know all fields, and no required one is missing', async () => {
  const manifests = folders.flatMap(readManifests)
  assert.ok(manifests.some(({ kind }) => kind === 'NetworkPolicy'))
  for (const one of manifests) await validate(one)
  assert.equal(typeErrors(manifests), '')
})

test('the check finds a wrong value, a missing field and an unknown field', async () => {
  const service = (spec: object) => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'x' },
    spec,
  })
  await assert.rejects(validate(service({ ports: [{ port: 'eighty' }] })), /port/)
  await assert.rejects(validate(service({ ports: [{ name: 'http' }] })), /port/)
  assert.match(typeErrors([service({ ports: [{ port: 80 }], selecter: {} })]), /selecter/)
})

test('kubectl renders the same manifests', { skip: whyNoTool('kubectl') ?? false }, () => {
  for (const folder of folders) {
    const text = execFileSync('kubectl', ['kustomize', `${root}deploy/${folder}`], {
      encoding: 'utf8',
    })
    const rendered = parseAllDocuments(text).map((document) => document.toJS())
    assert.deepEqual(sorted(readManifests(folder)), sorted(rendered))
  }
})

/** Neither the order of manifests nor that of the elements of a list matters. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted).sort((one, other) => (text(one) < text(other) ? -1 : 1))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, one]) => [name, sorted(one)]),
  )
}

const text = (value: unknown): string => JSON.stringify(value)
