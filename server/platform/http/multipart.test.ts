import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seeded } from '../../../test/harness/seeded.ts'
import { HttpError } from './http-error.ts'
import { fileOfMultipart } from './multipart.ts'

const MAX_BYTES = 3_000

/** The length of the file, or the code of the error. */
const read = async (form: string, pieceBytes = form.length): Promise<number | string> => {
  const bytes = Buffer.from(form, 'latin1')
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
  }
  let length = 0
  try {
    const file = fileOfMultipart(pieces(), 'multipart/form-data; boundary=x', MAX_BYTES)
    for await (const chunk of file) length += chunk.length
    return length
  } catch (error) {
    if (error instanceof HttpError) return error.code
    throw error
  }
}

const part = (fields: string, content = 'photo') => `--x\r\n${fields}\r\n\r\n${content}\r\n`
const disposition = (parameters: string) => `Content-Disposition: form-data${parameters}`
const end = '--x--\r\n'
const other = disposition('; name="other"; filename="a"')
const photo = disposition('; name="file"; filename="a"')

for (const [what, form, outcome] of [
  ['the file', part(photo) + end, 5],
  ['a field without a name', part(disposition('')) + end, 'validation_failed'],
  ['a file without a name', part(disposition('; filename="a"')) + end, 'validation_failed'],
  ['another file that is cut off', part(other), 'validation_failed'],
  ['a second file that is cut off', part(photo) + part(photo), 'validation_failed'],
  ['the file, cut off', part(photo), 'malformed_request'],
] as const) {
  test(`a form with ${what} is read, or rejected with the right error`, async () => {
    assert.equal(await read(form), outcome)
  })
}

test('other inputs neither fail in another way nor hang', { timeout: 30_000 }, async () => {
  const random = seeded(7578)
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value
  const heads = [
    photo,
    other,
    'X: y',
    disposition(''),
    disposition(';;;=;'),
    disposition('; name*'),
    disposition('; name='),
    disposition('; name="file\\'),
    disposition("; name*=a''%ff"),
    `${photo}\r\nContent-Type: text/plain; charset*=a'b'c`,
    `${other}\r\nContent-Type: ; charset`,
  ]
  const contents = ['', 'v', '\r\n--', '\r\n--x', 'a'.repeat(MAX_BYTES + 1)]
  const outcomes = new Set<unknown>()
  for (let count = 0; count < 1_000; count += 1) {
    const parts = Array.from({ length: Math.floor(random() * 4) }, () => part(pick(heads), pick(contents)))
    const whole = parts.join('') + pick([end, '--x', '', '--x-', '--x--epilogue'])
    const form = random() < 0.3 ? whole.slice(0, Math.floor(random() * whole.length)) : whole
    const outcome = await read(form, pick([7, 100, Math.max(1, form.length)]))
    outcomes.add(typeof outcome === 'number' ? 'a file' : outcome)
  }
  assert.deepEqual([...outcomes].toSorted(), ['a file', 'malformed_request', 'validation_failed'])
})
