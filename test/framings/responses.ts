import assert from 'node:assert/strict'

const STATUS_LINE = /^HTTP\/1\.1 (\d{3}) [\x20-\x7e]+$/
const FIELD = /^([!#$%&'*+.^_`|~\w-]+): ([\t\x20-\x7e]*)$/
/** Headers that may be repeated. */
const LISTS = new Set(['vary', 'link', 'set-cookie'])

type Response = { status: number; fields: Map<string, string>; body: string; end: number }

/**
 * Strictly parses everything that arrived on a connection. Returns a word for each response: the status, and the code
 * of an error or the name of what was stored; `probe` for the response to the last request; `cut` if the connection was
 * closed although no response had announced it.
 */
export const readResponses = (bytes: Buffer): string => {
  const words: string[] = []
  let isLast = false
  for (let at = 0; at < bytes.length; ) {
    assert.ok(!isLast, `bytes behind the response that was the last: ${bytes.toString('latin1', at)}`)
    const response = readResponse(bytes, at)
    at = response.end
    words.push(wordOf(response))
    isLast = response.fields.get('connection') === 'close'
  }
  return [...words, ...(isLast ? [] : ['cut'])].join(' ')
}

const wordOf = ({ status, fields, body }: Response): string => {
  const id = fields.get('x-request-id') ?? ''
  if (id === 'probe' && status === 200) return 'probe'
  const isJson = /\bjson\b/.test(fields.get('content-type') ?? '') && body !== ''
  const { code, name } = isJson ? JSON.parse(body) : {}
  return [status, code ?? name].filter(Boolean).join('-')
}

const readResponse = (bytes: Buffer, at: number): Response => {
  const headEnd = bytes.indexOf('\r\n\r\n', at)
  assert.ok(headEnd >= 0, `half a head: ${bytes.toString('latin1', at)}`)
  const [line = '', ...lines] = bytes.toString('latin1', at, headEnd).split('\r\n')
  const status = Number(STATUS_LINE.exec(line)?.[1])
  assert.ok(status, `no status line: ${line}`)
  const fields = readFields(lines)
  const start = headEnd + 4
  const length = fields.get('content-length')
  if (status < 200) {
    assert.equal(fields.size, 0)
    return { status, fields, body: '', end: start }
  }
  assert.ok(fields.get('x-request-id'), 'a response has an id')
  assert.match(fields.get('date') ?? '', /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/)
  assert.match(fields.get('connection') ?? '', /^(close|keep-alive)$/)
  // Node says how long it keeps an open connection.
  assert.equal(fields.has('keep-alive'), fields.get('connection') === 'keep-alive')
  assert.equal(fields.get('transfer-encoding'), undefined)
  const isBodiless = status === 204 || status === 304 || fields.get('x-request-id') === 'head'
  if (status === 204) assert.equal(length, undefined)
  else if (status !== 304) assert.match(length ?? '', /^\d+$/)
  const end = isBodiless ? start : start + Number(length)
  assert.ok(end <= bytes.length, 'a body as long as its response says')
  return { status, fields, body: bytes.toString('utf8', start, end), end }
}

const readFields = (lines: readonly string[]): Map<string, string> => {
  const fields = new Map<string, string>()
  for (const line of lines) {
    const [, name = '', value = ''] = FIELD.exec(line) ?? assert.fail(`no header field: ${line}`)
    const known = name.toLowerCase()
    assert.ok(!fields.has(known) || LISTS.has(known), `${name} twice`)
    fields.set(known, value)
  }
  return fields
}
