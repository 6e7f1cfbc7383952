import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InjectOptions } from 'light-my-request'
import { scopes } from '../server/requests/access/scope.ts'
import { type TestApp, testApp } from './harness/app.ts'
import { furnished, leavesOf, type Operation, operations, type Schema, sampleOf } from './harness/operations.ts'

const BODY = 62_000
const QUERY = 7_900
const HEADER = 30_000

/** JSON values that are expensive for a careless program, each about as long as a body may be. */
const hostileValues: Record<string, string> = {
  'letters and a control character': `"${'a'.repeat(BODY)}\\u0001"`,
  'spaces and a control character': `"${' '.repeat(BODY)}\\u0001"`,
  'wide spaces': `"${'\u3000'.repeat(BODY / 3)}\\u0001"`,
  'unpaired surrogates': `"${'\\ud800'.repeat(BODY / 6)}"`,
  emoji: `"${'😀'.repeat(BODY / 4)}"`,
  escapes: `"${'\\"'.repeat(BODY / 2)}"`,
  'dots behind an at sign': `"a@${'a.'.repeat(BODY / 2)}"`,
  'at signs': `"${'a@'.repeat(BODY / 2)}"`,
  'a long address': `"https://${'a.'.repeat(BODY / 2)} "`,
  'digits as text': `"+${'1 '.repeat(BODY / 2)}x"`,
  'zeros of a number': `1.${'0'.repeat(BODY)}1`,
  'zeros in a number': `${'1000'.repeat(BODY / 4)}e-${BODY}`,
  'an exponent': `1e${'9'.repeat(BODY)}`,
  'a long integer': '9'.repeat(BODY),
  'numbers with exponents': `[${'1e17,'.repeat(BODY / 5)}1]`,
  'many equal texts': `[${'"a",'.repeat(BODY / 4)}"a"]`,
  'many different texts': list(BODY / 8, (place) => `"${place}"`),
  'many empty objects': `[${'{},'.repeat(BODY / 3)}{}]`,
  'many faulty animals': `[${'{"a":1,"b":2},'.repeat(BODY / 14)}{}]`,
  'many keys': `{${list(BODY / 10, (place) => `"${place}":1`).slice(1, -1)}}`,
  'one key many times': `{${'"a":1,'.repeat(BODY / 6)}"a":1}`,
  'deep lists': `${'['.repeat(1_900)}${']'.repeat(1_900)}`,
  'lists without an end': '['.repeat(BODY),
  'deep objects': `${'{"name":'.repeat(1_900)}1${'}'.repeat(1_900)}`,
}
const harmlessValue = `"${'a'.repeat(BODY)}"`

const hostileParameters: Record<string, string> = {
  commas: ','.repeat(QUERY),
  'ids and commas': '1,'.repeat(QUERY / 2),
  zeros: '0'.repeat(QUERY),
  digits: '9'.repeat(QUERY),
  'encoded control characters': '%01'.repeat(QUERY / 3),
  'encoded emoji': '%F0%9F%98%80'.repeat(QUERY / 12),
  'broken encoding': '%'.repeat(QUERY),
  'broken UTF-8': '%ff'.repeat(QUERY / 3),
  'plus signs': '+'.repeat(QUERY),
  dots: '../'.repeat(QUERY / 3),
}

const hostileHeaders: Record<string, string> = {
  quotes: '"'.repeat(HEADER),
  'many tags': '"a",'.repeat(HEADER / 4),
  'weak tags': 'W/"a'.repeat(HEADER / 4),
  commas: ','.repeat(HEADER),
  spaces: `a${' '.repeat(HEADER)}a`,
  'spaces behind commas': `${',          '.repeat(HEADER / 11)}a`,
  'preferences without value': ', return='.repeat(HEADER / 9),
  parameters: 'a;q=0 '.repeat(HEADER / 6),
  addresses: '1.1.1.1,'.repeat(HEADER / 8),
  'a long word': 'a'.repeat(HEADER),
  'a long key': `Bearer aas_live_${'0'.repeat(HEADER)}`,
  'spaces in a key': `Bearer${' '.repeat(HEADER)}x x`,
  'ranges of bytes': `bytes=${'0-1,'.repeat(HEADER / 4)}`,
  zeros: '0'.repeat(HEADER),
}
const headersEverywhere = [
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'content-type',
  'cookie',
  'forwarded',
  'host',
  'origin',
  'range',
  'te',
  'traceparent',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-request-id',
  'content-encoding',
  'if-match',
  'access-control-request-method',
  'access-control-request-headers',
  'if-none-match',
  'prefer',
]

/** A request that takes no longer delays others too little to notice, whatever a harmless one takes. */
const PASSES_MS = 50

/** Delays from other tests on the machine are not measured. */
const settings = { LOG_LEVEL: 'silent', TRUST_PROXY: '127.0.0.1', OVERLOAD_DELAY_MS: '60000' }

type Attack = { name: string; request: InjectOptions; harmless: InjectOptions }

test('no field, parameter or header makes a request slow, whatever it contains', async () => {
  await using app = await testApp({ settings })
  const attacks = await attacksOn(app)
  assert.ok(attacks.length > 1_000)
  const run = timing(app)
  /** The time of a request, corrected by how slow the machine was before and after it. */
  const fair = async (request: InjectOptions) => {
    const before = slowness()
    const tookMs = await run(request)
    return tookMs / Math.min(before, slowness())
  }
  const batch = { pets: Array(100).fill({ name: 'Biscuit'.padEnd(200, '!'), categoryId: 7 }) }
  const plain = await ordinary(app, '/v1/pets:batch', batch)
  const harmless = new Map([...new Set(attacks.map((one) => one.harmless)), plain].map((one) => [one, 0]))
  // Twice, because code is compiled at its first use.
  for (const request of harmless.keys()) await run(request)
  for (const request of harmless.keys()) harmless.set(request, await fair(request))
  harmless.set(plain, Math.min(...(await repeat(5, () => fair(plain)))))
  /** Five times as long as the same request with harmless content, or as a typical full request; at least 50 ms. */
  const mostMs = (request: InjectOptions) =>
    Math.max(PASSES_MS, 5 * Math.max(harmless.get(request) ?? 0, harmless.get(plain) ?? 0))

  for (const { name, request, harmless } of attacks) {
    if ((await run(request)) <= mostMs(harmless)) continue
    // Repeated before it counts as slow, because something else may have interfered.
    const tookMs = Math.min(...(await repeat(12, () => fair(request))))
    assert.ok(
      tookMs <= mostMs(harmless),
      `${name}: ${tookMs.toFixed(1)} ms, at most ${mostMs(harmless).toFixed(1)} ms expected`,
    )
  }
})

/** The kind of JSON that is the most expensive to parse. */
const fixedWork = hostileValues['numbers with exponents'] as string
/** The time to parse it 5 times on a machine where 50 ms are not noticeable. */
const FIXED_WORK_MS = 0.75

/** How much slower than that the thread is now, because of its machine or other work on its core. */
const slowness = (): number => {
  const before = process.threadCpuUsage()
  for (let time = 0; time < 5; time += 1) JSON.parse(fixedWork)
  return Math.max(1, threadMs(before) / FIXED_WORK_MS)
}

const threadMs = (before: NodeJS.CpuUsage): number => {
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

/** Runs a request. Returns how long it kept the main thread busy, whatever else the machine does. */
const timing =
  (app: TestApp) =>
  async (request: InjectOptions): Promise<number> => {
    const before = process.threadCpuUsage()
    const { statusCode } = await app.send(request)
    const tookMs = threadMs(before)
    assert.ok(statusCode < 500, `${request.method} ${String(request.url).slice(0, 80)}: ${statusCode}`)
    return tookMs
  }

const ordinary = async (app: TestApp, url: string, body: object): Promise<InjectOptions> => {
  const limits = { perMinute: 1_000_000, perDay: 1_000_000 }
  const { key } = await app.createKey('enterprise', { scopes, limits })
  const headers = { authorization: `Bearer ${key}`, ...json }
  return { method: 'POST', url, headers, payload: JSON.stringify(body) }
}

const attacksOn = async (app: TestApp): Promise<Attack[]> => {
  const store = await furnished(app)
  const limits = { perMinute: 1_000_000, perDay: 1_000_000 }
  const { key } = await app.createKey('enterprise', { scopes, limits })
  const authorization = `Bearer ${key}`
  const asked = (operation: Operation, more: { query?: string; body?: string } = {}) => ({
    method: operation.method,
    url: `${store.urlOf(operation)}${more.query ?? ''}`,
    headers: { authorization, ...(operation.body && { 'content-type': 'application/json' }) },
    ...(operation.body && { payload: more.body ?? JSON.stringify(sampleOf(operation.body)) }),
  })
  const withHeader = (operation: Operation, name: string, value: string): InjectOptions => {
    const request = asked(operation)
    return { ...request, headers: { ...request.headers, [name]: value } }
  }

  const inBodies = operations.flatMap((operation) => {
    if (!operation.body) return []
    const whole = sampleOf(operation.body, { isWhole: true })
    return leavesOf(operation.body).flatMap(({ path, schema }, at) => {
      const harmless = asked(operation, { body: replaced(whole, path, harmlessValue) })
      // Values of the wrong type are rejected by the parser in the same way for each field, so one field is enough.
      const isAll = at === 0 || !isScalar(schema) || process.env.TORTURE !== undefined
      return Object.entries(hostileValues)
        .filter(([, value]) => isAll || !/^[[{]/.test(value))
        .map(([kind, value]) => ({
          name: `${operation.id} ${path.join('.')}: ${kind}`,
          request: asked(operation, { body: replaced(whole, path, value) }),
          harmless,
        }))
    })
  })

  const inQueries = operations.flatMap((operation) => {
    const names = operation.parameters.filter((one) => one.in === 'query').map(({ name }) => name)
    return names.flatMap((name) => {
      const ask = (value: string) => asked(operation, { query: `?${name}=${value}` })
      const harmless = ask('a'.repeat(QUERY))
      const repeated = `?${`${name}=1&`.repeat(QUERY / (name.length + 3))}`
      return [
        {
          name: `${operation.id} ${name}: repeated`,
          request: asked(operation, { query: repeated }),
          harmless,
        },
        ...Object.entries(hostileParameters).map(([kind, value]) => ({
          name: `${operation.id} ${name}: ${kind}`,
          request: ask(value),
          harmless,
        })),
      ]
    })
  })

  const inHeaders = operations
    // A stream would never end.
    .filter(({ id }) => id !== 'streamEvents')
    .flatMap((operation) => {
      const isOne = operation.id === 'listPets' || operation.id === 'createPet'
      const declared = operation.parameters.filter((one) => one.in === 'header')
      const names = [...declared.map(({ name }) => name), ...(isOne ? headersEverywhere : [])]
      return names.flatMap((name) => {
        const harmless = withHeader(operation, 'x-harmless', 'a'.repeat(HEADER))
        return Object.entries(hostileHeaders).map(([kind, value]) => ({
          name: `${operation.id} ${name}: ${kind}`,
          request: withHeader(operation, name, value),
          harmless,
        }))
      })
    })

  const [any] = operations as [Operation]
  const nowhere = Object.entries(hostileValues).map(([kind, payload]) => ({
    name: `an unknown path: ${kind}`,
    request: { method: 'POST' as const, url: '/nothing', payload, headers: json },
    harmless: asked(any),
  }))
  const pairs = ['a=1&', '&', '=&', '%61=1&', 'id=1&', '__proto__=1&'].map((pair) => ({
    name: `a query of ${pair}`,
    request: asked(any, { query: `?${pair.repeat(QUERY / pair.length)}` }),
    harmless: asked(any),
  }))
  return [...inBodies, ...inQueries, ...inHeaders, ...nowhere, ...pairs]
}

const scalars: unknown[] = ['string', 'number', 'integer', 'boolean', 'null']
const isScalar = ({ type }: Schema): boolean =>
  type !== undefined && [type].flat().every((one) => scalars.includes(one))

const json = { 'content-type': 'application/json' }

/** The JSON of `value` with a text in one of its places. */
const replaced = (value: unknown, path: string[], text: string): string => {
  const [name, ...rest] = path
  if (name === undefined) return text
  const inner = (value as Record<string, unknown>)[name]
  const others = Object.entries(value as object).filter(([key]) => key !== name)
  const own = replaced(inner, rest, text)
  if (Array.isArray(value)) return `[${own}]`
  return `{${[...others.map(([key, one]) => `${JSON.stringify(key)}:${JSON.stringify(one)}`), `${JSON.stringify(name)}:${own}`].join()}}`
}

function list(length: number, item: (place: number) => string): string {
  return `[${Array.from({ length: Math.floor(length) }, (_, place) => item(place)).join()}]`
}

const repeat = async <Result>(times: number, work: () => Promise<Result>): Promise<Result[]> => {
  const results: Result[] = []
  for (let time = 0; time < times; time += 1) results.push(await work())
  return results
}
