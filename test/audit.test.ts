import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { audit } from '../scripts/audit.ts'
import { temporaryFolder } from './harness/temporary-folder.ts'

const advisory = {
  id: 1,
  url: 'https://example.org/1',
  title: 'A flaw',
  severity: 'high',
  vulnerable_versions: '<2.0.0',
}

const versionOfLeft = (version: string) => [version, { name: 'left', version }]
const left = {
  name: 'left',
  versions: Object.fromEntries(['1.0.0', '2.0.0'].map(versionOfLeft)),
}

test('an advisory for a dependency is found', async () => {
  await using registry = await startRegistry(200, { left: [advisory] })
  const found = await registry.audit()
  assert.ok('vulnerabilities' in found, JSON.stringify(found))
  assert.deepEqual(
    found.vulnerabilities.map(({ name, severity, range }) => ({ name, severity, range })),
    [{ name: 'left', severity: 'high', range: '1.0.0' }],
  )
})

test('a registry without advisories is distinguished from one that was not queried', async () => {
  await using registry = await startRegistry(200, {})
  assert.deepEqual(await registry.audit(), { vulnerabilities: [] })
})

test('a registry without audits is reported with its response', async () => {
  await using registry = await startRegistry(405, {})
  const found = await registry.audit()
  assert.match('skipped' in found ? found.skipped : '', /405 Method Not Allowed/)
})

test('a registry that cannot be reached does not count as a clean audit', async () => {
  await using registry = await startRegistry(200, {})
  await registry.close()
  const found = await registry.audit()
  assert.match('skipped' in found ? found.skipped : '', /ECONNREFUSED/)
})

/** A project with one dependency, `left` 1.0.0, and a registry that responds to an audit with this. */
const startRegistry = async (status: number, advisories: object) => {
  const folder = temporaryFolder()
  const root = { name: 'audited', version: '1.0.0', dependencies: { left: '1.0.0' } }
  const packages = { '': root, 'node_modules/left': { version: '1.0.0' } }
  writeFileSync(join(folder.path, 'package.json'), JSON.stringify(root))
  writeFileSync(join(folder.path, 'package-lock.json'), JSON.stringify({ ...root, lockfileVersion: 3, packages }))
  const server = createServer((request, response) => {
    request.resume()
    const isAudit = request.url === '/-/npm/v1/security/advisories/bulk'
    response.writeHead(isAudit ? status : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isAudit ? advisories : left))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return {
    close,
    audit: () => audit(pathToFileURL(`${folder.path}/`), `http://127.0.0.1:${port}`),
    async [Symbol.asyncDispose]() {
      await close()
      folder.remove()
    },
  }
}
