import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proxyFor } from './proxies.ts'

const secure = new URL('http://secure.proxy:3128')
const plain = new URL('http://plain.proxy:3128')
const through = (url: string, noProxy = '') =>
  proxyFor(new URL(url), { https: secure, http: plain, noProxy, resolvesNames: false })?.url.host

test('the scheme of an address decides which proxy it goes through', () => {
  assert.equal(through('https://a.example'), 'secure.proxy:3128')
  assert.equal(through('http://a.example'), 'plain.proxy:3128')
  const none = { http: undefined, https: secure, noProxy: '', resolvesNames: false }
  assert.equal(proxyFor(new URL('http://a.example'), none), undefined)
})

test('NO_PROXY lists names with their subdomains, addresses, networks and ports', () => {
  for (const [entry, ...urls] of [
    ['*', 'http://anything.example'],
    ['example.org', 'http://example.org', 'https://s3.example.org:9000'],
    ['.example.org', 'http://example.org', 'http://a.b.EXAMPLE.org'],
    ['*.example.org', 'http://a.example.org'],
    ['a.test, ,10.0.0.0/8', 'http://10.255.1.2', 'http://a.test'],
    ['127.0.0.1', 'http://127.0.0.1:4318'],
    ['::1', 'http://[::1]:4318'],
    ['[::1]:4318', 'http://[::1]:4318'],
    ['fd00::/8', 'http://[fd12::1]'],
    ['s3.test:9000', 'http://s3.test:9000'],
    ['s3.test:443', 'https://s3.test'],
  ] as const) {
    for (const url of urls) assert.equal(through(url, entry), undefined, `${entry} ${url}`)
  }
  for (const [entry, url] of [
    ['example.org', 'http://notexample.org'],
    ['example.org', 'http://example.org.evil.test'],
    ['10.0.0.0/8', 'http://11.0.0.1'],
    ['10.0.0.0/99', 'http://10.0.0.1'],
    ['s3.test:9000', 'http://s3.test:9001'],
    ['0.0.1', 'http://127.0.0.1'],
  ] as const) {
    assert.equal(through(url, entry), 'plain.proxy:3128', `${entry} ${url}`)
  }
})
