import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostileNames, hostileUrls } from '../../../test/harness/hostile-urls.ts'
import { targetGuard } from './target-guard.ts'

const resolve = async (name: string): Promise<string[]> => {
  const addresses = hostileNames.get(name) ?? (name === 'public.example.org' ? ['8.8.8.8'] : [])
  if (addresses.length === 0) throw new Error('the name does not resolve')
  return addresses
}
const guard = targetGuard({ resolve, allowPrivate: false })

test('URLs with private addresses are rejected, in every spelling', async () => {
  const urls = hostileUrls(8080)
  assert.ok(urls.length > 200)
  for (const url of urls) assert.match((await guard.fault(url)) ?? 'accepted', /public/, url)
})

test('names that resolve to a private address are rejected, even if only one of their addresses is private', async () => {
  for (const name of hostileNames.keys()) {
    assert.match((await guard.fault(`https://${name}/`)) ?? 'accepted', /public/, name)
  }
})

test('a public address is accepted, and a name that does not resolve yet', async () => {
  for (const url of [
    'https://public.example.org/hook?a=1',
    'http://public.example.org:8080',
    'HTTPS://8.8.8.8',
    'https://not-yet.example.org/',
    'https://[2606:4700:4700::1111]/',
    'https://8.8.8.8.',
  ]) {
    assert.equal(await guard.fault(url), undefined, url)
  }
})

test('a URL has no credentials, no fragment and no scheme but http and https', async () => {
  const open = targetGuard({ resolve, allowPrivate: true })
  for (const url of [
    'https://user@public.example.org/',
    'https://:pass@public.example.org/',
    'https://x/#a',
    'ftp://public.example.org/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'hook',
    '',
    'https://',
    'https://[::1',
    'https://1.2.3.4.5/',
    'https://a b/',
  ]) {
    assert.ok((await guard.fault(url)) !== undefined, url)
    assert.ok((await open.fault(url)) !== undefined, url)
  }
})

test('in development private addresses are accepted, and no name is resolved', async () => {
  const asked: string[] = []
  const open = targetGuard({
    resolve: async (name) => {
      asked.push(name)
      return []
    },
    allowPrivate: true,
  })
  for (const url of ['http://localhost:1/', 'http://127.1/', 'http://db.internal/']) {
    assert.equal(await open.fault(url), undefined, url)
    assert.equal(open.lookupFor(new URL(url)), undefined)
  }
  assert.deepEqual(asked, [])
})
