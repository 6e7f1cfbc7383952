import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { curlOf, requestOf } from './request.js'

const base = 'https://api.example.test/v1'
const asked = {
  base,
  method: 'GET',
  path: '/pets',
  values: [],
  key: 'aas_test_secret',
  body: undefined,
  type: undefined,
}
const value = (place: string, name: string, text: string) => ({ place, name, value: text })

test('values are encoded into the path, query or body, and empty ones are omitted', () => {
  const { url, headers } = requestOf({
    ...asked,
    path: '/pets/{petId}/photos',
    values: [
      value('path', 'petId', '1/../2?x'),
      value('query', 'id', '1,2'),
      value('query', 'name', 'Señor & Co'),
      value('query', 'status', ''),
      value('header', 'If-Match', '"a"'),
      value('header', 'Prefer', ''),
    ],
  })
  assert.equal(url, `${base}/pets/1%2F..%2F2%3Fx/photos?id=1,2&name=Se%C3%B1or+%26+Co`)
  assert.deepEqual(headers, [
    ['Authorization', 'Bearer aas_test_secret'],
    ['If-Match', '"a"'],
  ])
})

test('a body has its type; without a key no credential is sent', () => {
  const { headers, body } = requestOf({
    ...asked,
    method: 'POST',
    key: '',
    body: '{}',
    type: 'application/json',
  })
  assert.deepEqual([headers, body], [[['Content-Type', 'application/json']], '{}'])
  const file = new File(['x'], 'cat.png', { type: 'image/png' })
  assert.deepEqual(requestOf({ ...asked, key: '', body: file }).headers, [['Content-Type', 'image/png']])
})

test('the command is the same request, without the key and safe to paste', () => {
  const request = requestOf({
    ...asked,
    method: 'PATCH',
    path: '/pets/{petId}',
    type: 'application/json',
    values: [value('path', 'petId', "1'; echo hacked; '"), value('header', 'If-Match', '"a\'b"')],
    body: `{"name":"O'Malley $(id) \\\\ \`id\`"}`,
  })
  const command = curlOf(request)
  assert.doesNotMatch(command, /aas_test_secret/)
  // Parses it like a shell.
  const script = `curl() { printf '%s\\0' "$@"; }\nADOPTION_KEY=k\n${command}`
  const words = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1)
  assert.deepEqual(words, [
    '-X',
    'PATCH',
    request.url,
    '-H',
    'Authorization: Bearer k',
    '-H',
    'Content-Type: application/json',
    '-H',
    'If-Match: "a\'b"',
    '-d',
    String(request.body),
  ])
})

test('streams are read incrementally, and files are sent unchanged', () => {
  assert.match(curlOf(requestOf(asked), { isStream: true }), /^curl -N /)
  const body = new File(['x'], 'my cat.png', { type: 'image/png' })
  assert.match(curlOf(requestOf({ ...asked, method: 'POST', body })), /--data-binary '@my cat\.png'$/)
})
