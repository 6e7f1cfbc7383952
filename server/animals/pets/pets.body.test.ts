import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { onEachEngine, onOneEngine, type TestApp } from '../../../test/harness/app.ts'

const KIB_64 = 64 * 1024

/** A body that is valid except for the given fields. */
const body = (fields: { name?: string; categoryId?: string; more?: string } = {}): string => {
  const { name = '"x"', categoryId = '1', more = '' } = fields
  return `{"name":${name},"categoryId":${categoryId}${more}}`
}

const padded = (length: number): string => body().padEnd(length, ' ')

const refuses = async (app: TestApp, sent: string | Buffer, status: number, code: string) => {
  const response = await app.post('/v1/pets', sent)
  const shown = String(sent).slice(0, 80)
  assert.deepEqual([response.statusCode, response.json().code], [status, code], shown)
  return (response.json().errors ?? []) as { field: string; code: string; message: string }[]
}

const isEmpty = async (app: TestApp): Promise<boolean> => (await app.get('/v1/pets')).body === '[]'

onOneEngine('a body that is not a single JSON document in UTF-8 is 400 malformed_json', async (testApp) => {
  await using app = await testApp()
  for (const text of [
    '',
    ' ',
    '\r\n\t',
    '{',
    '{"name":"x","categoryId":1',
    '{"name":"x","categoryId":1}}',
    `${body()}${body()}`,
    `${body()} x`,
    `${body()}\0`,
    "{'name':'x'}",
    '{name:"x"}',
    '{"name":"x","categoryId":1,}',
    '{"name":"x" "categoryId":1}',
    'undefined',
    'NaN',
    '{"name":"x","categoryId":01}',
    '{"name":"x","categoryId":+1}',
    '{"name":"x\ny"}',
    '{"name":"x","categoryId":0x1}',
    '{"name":"x","categoryId":1.}',
    '// x\n{}',
    '"\\x"',
    `\ufeff${body()}`,
    '{"name":"\\ud80"}',
    '{"name":"a\0b"}',
    '[1',
    'tru',
    '﻿',
  ]) {
    assert.deepEqual(await refuses(app, text, 400, 'malformed_json'), [])
  }
  for (const bytes of [
    [0xff, 0xfe, 0x7b, 0x00],
    [...Buffer.from('{"name":"'), 0xc3, 0x28, ...Buffer.from('","categoryId":1}')],
    [...Buffer.from('{"name":"'), 0xed, 0xa0, 0x80, ...Buffer.from('","categoryId":1}')],
    [...Buffer.from('{"name":"'), 0xc0, 0xaf, ...Buffer.from('","categoryId":1}')],
    [...Buffer.from(body()), 0x80],
    [...Buffer.from(body(), 'utf16le')],
  ]) {
    await refuses(app, Buffer.from(bytes), 400, 'malformed_json')
  }
  assert.ok(await isEmpty(app))
})

onOneEngine('a POST without any body is 400 malformed_json', async (testApp) => {
  await using app = await testApp()
  for (const headers of [{}, { 'content-type': 'application/json' }, { 'content-length': '0' }]) {
    const response = await app.inject({
      method: 'POST',
      url: '/v1/pets',
      headers: { ...app.key, ...headers },
    })
    assert.deepEqual([response.statusCode, response.json().code], [400, 'malformed_json'])
  }
})

onOneEngine('a JSON body that is not an object is 400 validation_failed', async (testApp) => {
  await using app = await testApp()
  for (const text of ['null', '[]', '[{"name":"x","categoryId":1}]', '"x"', '1', 'true', '1e400']) {
    const [fault] = await refuses(app, text, 400, 'validation_failed')
    assert.equal(fault?.code, 'invalid_type', text)
  }
})

const faulty: [text: string, field: string, code: string][] = [
  ['{"categoryId":1}', 'name', 'required'],
  ['{"name":"x"}', 'categoryId', 'required'],
  [body({ more: ',"id":5' }), 'id', 'unknown_field'],
  [body({ more: ',"Status":"sold"' }), 'Status', 'unknown_field'],
  [body({ more: ',"":1' }), '', 'unknown_field'],
  [body({ more: ',"__proto__":{}' }), '__proto__', 'unknown_field'],
  ['{"__proto__":{"name":"x","categoryId":1}}', '__proto__', 'unknown_field'],
  [body({ more: ',"constructor":1' }), 'constructor', 'unknown_field'],
  [body({ more: ',"toString":null' }), 'toString', 'unknown_field'],
  [body({ more: ',"status":null' }), 'status', 'invalid_value'],
  [body({ more: ',"status":"lost"' }), 'status', 'invalid_value'],
  [body({ more: ',"status":"Sold"' }), 'status', 'invalid_value'],
  [body({ more: ',"status":["sold"]' }), 'status', 'invalid_value'],
  [body({ more: ',"name":"x"' }), 'name', 'duplicate_field'],
  [body({ more: ',"n\\u0061me":"y"' }), 'name', 'duplicate_field'],
  [body({ more: ',"categoryId":1' }), 'categoryId', 'duplicate_field'],
  [body({ more: ',"status":"sold","status":"sold"' }), 'status', 'duplicate_field'],
  [body({ more: ',"tag":{"a":1,"a":1}' }), 'tag.a', 'duplicate_field'],
  [body({ more: ',"tag":[{"b":1},{"a":1,"\\u0061":1}]' }), 'tag.1.a', 'duplicate_field'],
  [body({ categoryId: '"1"' }), 'categoryId', 'invalid_type'],
  [body({ categoryId: 'null' }), 'categoryId', 'invalid_type'],
  [body({ categoryId: 'true' }), 'categoryId', 'invalid_type'],
  [body({ categoryId: '[1]' }), 'categoryId', 'invalid_type'],
  [body({ categoryId: '{}' }), 'categoryId', 'invalid_type'],
  [body({ categoryId: '1.5' }), 'categoryId', 'invalid_type'],
  [body({ categoryId: '1e-1' }), 'categoryId', 'invalid_type'],
  [body({ categoryId: '1e400' }), 'categoryId', 'invalid_type'],
  [body({ categoryId: '-1e400' }), 'categoryId', 'invalid_type'],
  [body({ categoryId: '1e-400' }), 'categoryId', 'invalid_type'],
  [body({ categoryId: '1e99999999999999999999' }), 'categoryId', 'invalid_type'],
  [body({ categoryId: '9223372036854775808' }), 'categoryId', 'invalid_type'],
  [body({ categoryId: '-9223372036854775809' }), 'categoryId', 'invalid_type'],
  [body({ categoryId: '9223372036854775807.5' }), 'categoryId', 'invalid_type'],
  [body({ categoryId: '1.00000000000000000001' }), 'categoryId', 'invalid_type'],
  [body({ categoryId: '0.99999999999999999999' }), 'categoryId', 'invalid_type'],
  [body({ categoryId: '9'.repeat(30_000) }), 'categoryId', 'invalid_type'],
  [body({ name: '1' }), 'name', 'invalid_type'],
  [body({ name: 'null' }), 'name', 'invalid_type'],
  [body({ name: '["x"]' }), 'name', 'invalid_type'],
  [body({ name: '{"toString":"x"}' }), 'name', 'invalid_type'],
  [body({ name: '""' }), 'name', 'out_of_range'],
  [body({ name: '" "' }), 'name', 'invalid_value'],
  [body({ name: '"\u3000"' }), 'name', 'invalid_value'],
  [body({ name: '"\u00a0\u2003 \u2028"' }), 'name', 'invalid_value'],
  [body({ name: '"\\u0000"' }), 'name', 'invalid_value'],
  [body({ name: '"a\\u0000b"' }), 'name', 'invalid_value'],
  [body({ name: '"a\\nb"' }), 'name', 'invalid_value'],
  [body({ name: '"a\\tb"' }), 'name', 'invalid_value'],
  [body({ name: '"a\u007f"' }), 'name', 'invalid_value'],
  [body({ name: '"a\u0085"' }), 'name', 'invalid_value'],
  [body({ name: '"a\\ud800"' }), 'name', 'invalid_value'],
  [body({ name: '"\\udc00\\ud800"' }), 'name', 'invalid_value'],
  [body({ name: `"${'x'.repeat(256)}"` }), 'name', 'out_of_range'],
  [body({ name: `"${'😀'.repeat(256)}"` }), 'name', 'out_of_range'],
]

onOneEngine('an invalid body is 400 validation_failed with field and code, and adds nothing', async (testApp) => {
  await using app = await testApp()
  for (const [text, field, code] of faulty) {
    const errors = await refuses(app, text, 400, 'validation_failed')
    assert.ok(
      errors.some((fault) => fault.field === field && fault.code === code),
      `${text.slice(0, 80)} -> ${JSON.stringify(errors)}`,
    )
  }
  assert.ok(await isEmpty(app))
})

onOneEngine('all issues of a body are reported at once', async (testApp) => {
  await using app = await testApp()
  const text = '{"categoryId":"1","status":"lost","status":"sold","id":1,"colour":"red"}'
  const errors = await refuses(app, text, 400, 'validation_failed')
  assert.deepEqual(errors.map(({ field, code }) => `${field} ${code}`).sort(), [
    'categoryId invalid_type',
    'colour unknown_field',
    'id unknown_field',
    'name required',
    'status duplicate_field',
  ])
})

onOneEngine('a body with thousands of issues, even nested ones, gets a short response', async (testApp) => {
  await using app = await testApp()
  const keys = Array.from({ length: 6_000 }, (_, index) => `"${index}":1`).join()
  const twice = '"a":1,'.repeat(7_000)
  for (const text of [
    `{${keys}}`,
    `${'{"a":'.repeat(1_000)}{${twice}"a":1}${'}'.repeat(1_000)}`,
    `{"${'long'.repeat(15_000)}":1}`,
    `{"${'😀'.repeat(100)}x${'😀'.repeat(5_000)}":1}`,
  ]) {
    const errors = await refuses(app, text, 400, 'validation_failed')
    assert.ok(errors.length <= 100)
    assert.ok(JSON.stringify(errors).length < 30_000)
    for (const { field } of errors) assert.ok(field.isWellFormed())
  }
})

onOneEngine('the last of 100 validation issues says how many more there are', async (testApp) => {
  await using app = await testApp()
  const fields = (count: number) => Array.from({ length: count }, (_, place) => `"f${place}":1`).join()
  for (const [count, ending] of [
    [100, 'is not known here'],
    [101, 'is not known here (and 1 more issue)'],
    [5_000, 'is not known here (and 4900 more issues)'],
  ] as const) {
    const text = `{"name":"x","categoryId":1,${fields(count)}}`
    const errors = await refuses(app, text, 400, 'validation_failed')
    assert.deepEqual([errors.length, errors.at(-1)?.message], [100, ending])
  }
  const twice = await refuses(app, `{${'"name":"x",'.repeat(500)}"categoryId":1}`, 400, 'validation_failed')
  assert.deepEqual([twice.length, twice.at(-1)?.message], [100, 'must not be given twice (and 399 more issues)'])
})

onEachEngine('integers are returned exactly, however they were written', async (testApp) => {
  await using app = await testApp()
  for (const [sent, shown] of [
    ['0', '0'],
    ['-0', '0'],
    ['-1', '-1'],
    ['1.0', '1'],
    ['1e2', '100'],
    ['1E+2', '100'],
    ['1200e-2', '12'],
    ['0.5e1', '5'],
    ['-0.0e99', '0'],
    ['9007199254740992', '9007199254740992'],
    ['9007199254740993', '9007199254740993'],
    ['-9007199254740993', '-9007199254740993'],
    ['9007199254740993.0', '9007199254740993'],
    ['9.007199254740993e15', '9007199254740993'],
    ['9223372036854775807', '9223372036854775807'],
    ['9223372036854775807.000', '9223372036854775807'],
    ['-9223372036854775808', '-9223372036854775808'],
    ['10000000000000000000000e-21', '10'],
  ]) {
    const created = await app.post('/v1/pets', body({ categoryId: String(sent) }))
    assert.equal(created.statusCode, 201, `${sent} ${created.body}`)
    assert.match(created.body, new RegExp(`"categoryId":${shown}[,}]`))
    assert.equal((await app.get(String(created.headers.location))).body, created.body)
  }
})

onEachEngine('a name is stored exactly as sent: 1-255 code points, neither normalised nor trimmed', async (testApp) => {
  await using app = await testApp()
  for (const name of [
    'x',
    ' x ',
    '\u3000x',
    'é',
    'e\u0301',
    '😀'.repeat(255),
    `${'x'.repeat(254)}😀`,
    '"\\/',
    '<script>&amp;</script>',
    "Robert'); DROP TABLE pets;--",
    '\u200b',
    '\ufeffx',
    '\u202eabc',
    '𠮷野家',
    '\u{10ffff}',
    '\ufffd',
    '\uffff',
    '👩‍👩‍👧',
    '__proto__',
    '%00',
    'ß',
  ]) {
    const created = await app.post('/v1/pets', { name, categoryId: 1 })
    assert.equal(created.statusCode, 201, name)
    assert.equal(created.json().name, name)
    assert.equal((await app.get(String(created.headers.location))).json().name, name)
    const [listed] = (await app.get('/v1/pets?sort=-id&limit=1')).json()
    assert.equal(listed.name, name)
  }
  const escaped = await app.post('/v1/pets', body({ name: '"\\ud83d\\ude00\\u0041"' }))
  assert.equal(escaped.json().name, '😀A')
})

onOneEngine('30,000 nested brackets are rejected as fast as harmless text of that size', async (testApp) => {
  await using app = await testApp()
  /** The fastest of three rejections, as the machine may be busy. */
  const refusedAfterMs = async (texts: string[]): Promise<number> => {
    const times: number[] = []
    for (let round = 0; round < 3; round += 1) {
      const startedAtMs = performance.now()
      for (const text of texts) {
        assert.equal((await app.post('/v1/pets', text)).statusCode, 400)
      }
      times.push(performance.now() - startedAtMs)
    }
    return Math.min(...times)
  }
  const hostile = [
    '['.repeat(30_000),
    '['.repeat(30_000) + ']'.repeat(30_000),
    `{"name":"x","categoryId":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
    `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
    `{"a":"${'\\"'.repeat(30_000)}"}`,
    `"${'\\\\'.repeat(30_000)}`,
  ]
  const harmless = hostile.map(({ length }) => `{"name":"${'x'.repeat(length - 11)}"}`)
  const usualMs = await refusedAfterMs(harmless)
  const tookMs = await refusedAfterMs(hostile)
  // Quadratic time would be a thousand times as long.
  assert.ok(tookMs < 20 * usualMs, `${tookMs} ms, harmless ${usualMs} ms`)
})

onOneEngine('a body of 64 KiB is read, one byte more is 413 body_too_large', async (testApp) => {
  await using app = await testApp()
  assert.equal((await app.post('/v1/pets', padded(KIB_64))).statusCode, 201)
  await refuses(app, padded(KIB_64 + 1), 413, 'body_too_large')
  await refuses(app, 'x'.repeat(KIB_64 + 1), 413, 'body_too_large')
})

onOneEngine('a body of unknown length is measured while it is received', async (testApp) => {
  await using app = await testApp()
  const chunked = (text: string) =>
    app.inject({
      method: 'POST',
      url: '/v1/pets',
      headers: {
        ...app.key,
        'content-type': 'application/json',
        'transfer-encoding': 'chunked',
      },
      payload: Readable.from(text.match(/.{1,1000}/gs) ?? []),
    })
  assert.equal((await chunked(padded(KIB_64))).statusCode, 201)
  const large = await chunked(padded(KIB_64 + 1))
  assert.deepEqual([large.statusCode, large.json().code], [413, 'body_too_large'])
  const empty = await chunked('')
  assert.deepEqual([empty.statusCode, empty.json().code], [400, 'malformed_json'])
})

onOneEngine('only unencoded application/json in UTF-8 is accepted; anything else is 415', async (testApp) => {
  await using app = await testApp()
  const send = (headers: Record<string, string>) => app.post('/v1/pets', body(), headers)
  for (const type of [
    'application/json',
    'Application/JSON',
    'application/json;charset=utf-8',
    'application/json; charset=UTF-8',
    'application/json; charset="utf-8"',
    'application/json; charset=utf8',
    'application/json ; version=1',
    'application/json;',
  ]) {
    const { statusCode } = await send({ 'content-type': type, 'content-encoding': 'identity' })
    assert.equal(statusCode, 201, type)
  }
  for (const headers of [
    'text/plain',
    'application/json-patch+json',
    'application/vnd.api+json',
    'json',
    '*/*',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    '/',
    'application/json; charset=latin1',
    'application/json;charset=utf-16',
    'application/jsonx',
    'application/json, text/plain',
    'application/json; charset=',
    'application',
  ].map((type) => ({ 'content-type': type }))) {
    const response = await send(headers)
    assert.deepEqual(
      [response.statusCode, response.json().code],
      [415, 'unsupported_media_type'],
      JSON.stringify(headers),
    )
  }
  for (const encoding of ['gzip', 'br', 'deflate', 'zstd', 'identity, gzip', 'x']) {
    assert.equal((await send({ 'content-encoding': encoding })).statusCode, 415, encoding)
  }
  const untyped = await app.inject({
    method: 'POST',
    url: '/v1/pets',
    headers: app.key,
    payload: body(),
  })
  assert.equal(untyped.statusCode, 415)
})

onOneEngine('no part of a rejected body is in its error or in the log', async (testApp) => {
  await using app = await testApp()
  for (const text of ['{"name":"s3cret" x', '"s3cret', '{"name":"s3cret","categoryId":"s3cret"}']) {
    const response = await app.post('/v1/pets', text)
    assert.equal(response.statusCode, 400)
    assert.doesNotMatch(response.body, /s3cret/)
  }
  assert.doesNotMatch(app.logLines.join(''), /s3cret/)
})
