import assert from 'node:assert/strict'
import { test } from 'node:test'
import { undocumentedIn } from '../scripts/undocumented.ts'

test('uses of undocumented members of Node.js and libraries are found', () => {
  for (const line of [
    'if (socket._httpMessage) return',
    "const handle = socket['_handle']",
    'parser.onIncoming = take',
    'parser[HTTPParser.kOnExecute] = run',
    "const binding = process.binding('http_parser')",
    'const { stream } = client.connection',
    '(client as Client & { unref(): void }).unref()',
  ])
    assert.deepEqual(undocumentedIn('a.ts', `\n  ${line}`), [`a.ts:2: ${line}`])
})

test('documented members and mentions in text are not reported', () => {
  for (const line of [
    'socket.setTimeout(stallMs)',
    'const own_name = options.own_name',
    '// `socket._handle` is not ours',
    'const { code } = error as Error & { code?: string }',
    'client.connection_string',
  ])
    assert.deepEqual(undocumentedIn('a.ts', line), [])
})
