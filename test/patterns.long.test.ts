import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { bestMs, fasterThanLinear } from './harness/growth.ts'
import { usualOf } from './harness/rounds.ts'
import { sourcePatterns } from './harness/source-patterns.ts'

const { literals, made } = sourcePatterns()
/** A single character class reads each character once. */
const isOneClass = ({ source }: RegExp) => /^\[(?:\\.|[^\\[\]])*\]$/.test(source)
/** The same pattern in several places counts once. */
const different = new Map(literals.flatMap((one) => (isOneClass(one.form) ? [] : [[String(one.form), one] as const])))

const published = new Set<string>()
JSON.stringify(JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8')), (key, value) => {
  if (key === 'pattern' && typeof value === 'string') published.add(value)
  return value
})

/** Files that build patterns from a few parts when they are loaded, with the resulting patterns. */
const composing = [...new Set(made)].filter((path) => path.startsWith('server/exchange/'))

const composed: { at: string; form: RegExp }[] = []
const Native = RegExp
for (const path of composing) {
  globalThis.RegExp = new Proxy(Native, {
    construct(target, args) {
      const form = Reflect.construct(target, args)
      composed.push({ at: path, form })
      return form
    },
  })
  try {
    await import(new URL(`../${path}`, import.meta.url).href)
  } finally {
    globalThis.RegExp = Native
  }
}

const patterns = [
  ...different.values(),
  ...composed,
  ...[...published].map((pattern) => ({ at: 'openapi.json', form: new RegExp(pattern, 'u') })),
]

/** How inputs begin, so that a pattern reaches its expensive part. */
const beginnings = [
  '',
  'https://',
  'http://a',
  'a@',
  'a@b.',
  'bearer ',
  'Bearer a',
  'evt_',
  'aas_live_',
  'W/"',
  '"',
  '1',
  '-1.',
  '1e',
  '0.',
  '2027-01-01T00:00:00',
  '+1',
  '::ffff:',
  '[',
  ',return=',
  ';q=0',
  '; ',
  'postgres://',
  'sqlite:',
  'charset=',
  '%',
  '/v1/',
  '# ',
  '<!-- table: ',
  '40',
  'var standalone_default = "',
]
const endings = ['', '\u0001', '!', 'x1', '"', '1']
/** Endings after a beginning: one with which patterns can match, and one that no pattern accepts. */
const fewEndings = ['', '\u0001']
const mostCommon = ['a', '0', ' ']
const common = [...mostCommon, '\t', '\n', '"', '\\', '/', ',', '.', '-', '@', '\u0001', 'é', '😀']

/** Characters that matter to a pattern: those it names, and one of each class. */
const alphabetOf = ({ source }: RegExp): string[] => {
  const named = source.replace(/\\x([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
  return [...new Set([...named].filter((one) => !'^$()[]{}|?*+\\'.includes(one)))].slice(0, 14)
}

const wordsOf = ({ source }: RegExp): string[] => source.match(/[\w;:=&<>"-]{2,}/g) ?? []

function* hostile(form: RegExp): Generator<(size: number) => string> {
  const own = alphabetOf(form)
  const text = (beginning: string, unit: string, ending: string) => (size: number) =>
    beginning + unit.repeat(Math.ceil(size / unit.length)) + ending
  const likely = [...mostCommon, ...own, ...wordsOf(form)]
  for (const unit of new Set([...common, ...likely])) {
    for (const beginning of usualOf(beginnings, (text) => text === '' || likely.includes(unit))) {
      const ends = beginning === '' || process.env.TORTURE ? endings : fewEndings
      for (const ending of ends) yield text(beginning, unit, ending)
    }
    for (const edge of own) {
      yield text(edge, unit, '\u0001')
      yield text('', unit, edge)
    }
  }
  for (const one of own) {
    for (const other of [...own, ' ', '\u0001', '"']) {
      for (const ending of ['', '\u0001', ',']) yield text('', one + other, ending)
    }
  }
}

/**
 * Reads a text as the program does: one match, or all. No list of matches is made, because its memory would be measured
 * too.
 */
const read = (form: RegExp, text: string): void => {
  if (form.global) for (const _match of text.matchAll(form));
  else form.exec(text)
}

/** The longest time that needs no closer look: a simple pattern takes a small part of it. */
const suspiciousMs = (size: number): number => {
  const text = 'a'.repeat(size)
  return Math.max(0.05, 40 * bestMs(() => /[^a]b/.exec(text), 20))
}

// Many small texts, because some patterns take minutes for a hundred characters.
const LARGE = 4_000
const probes = [24, 48, 96, 400, LARGE].map((size) => ({
  size,
  mostMs: suspiciousMs(size),
}))

/** If a pattern is linear, texts that take little longer than this need no other check. */
const MOST_ALIKE = 1.5
/** Four thousand characters within a time whose square is harmless at sixty-four thousand. */
const HARMLESS_MS = 0.2

const PATIENCE_MS = 500

/** Repeated many times, because a shared machine can make any text slow ten times in a row. */
const isAlwaysSlower = (work: () => unknown, mostMs: number): boolean => {
  const startedAtMs = performance.now()
  do {
    if (bestMs(work) <= mostMs) return false
  } while (performance.now() - startedAtMs < PATIENCE_MS)
  return true
}

/** Describes the first text for which the time grows faster than its length; undefined if there is none. */
const slownessOf = (form: RegExp): string | undefined => {
  let linearMs = 0
  for (const text of hostile(form)) {
    const reading = (size: number) => {
      const sample = text(size)
      return () => read(form, sample)
    }
    const slow = probes.find(
      ({ size, mostMs }) => bestMs(reading(size), 1) > Math.max(mostMs, size < LARGE ? 0 : linearMs),
    )
    if (!slow) continue
    const { size, mostMs } = slow
    // So few characters take almost no time, unless it grows exponentially.
    const growth = size < LARGE ? isAlwaysSlower(reading(size), mostMs) : fasterThanLinear(reading)
    if (growth) return `${JSON.stringify(text(12))}... ${growth === true ? size : growth}`
    if (size === LARGE) {
      linearMs = Math.min(HARMLESS_MS, Math.max(linearMs, MOST_ALIKE * bestMs(reading(LARGE))))
    }
  }
  return undefined
}

test('the time of each pattern grows no faster than its text', () => {
  assert.ok(literals.length > 50 && published.size >= 5, 'they were found')
  const slow = patterns.flatMap(({ at, form }) => {
    const slowness = slownessOf(form)
    return slowness === undefined ? [] : `${at} ${form}: ${slowness}`
  })
  assert.deepEqual(slow, [])
})

test('patterns are written where the test above finds them, or are published in the API', () => {
  assert.deepEqual(
    made.filter((path) => !composing.includes(path)),
    ['server/platform/http/checked-schema.ts', 'server/platform/http/name.ts'],
  )
  assert.ok(composed.length >= made.length - 2, 'each was made when its file was loaded')
})

test('patterns with worse than linear time are found', () => {
  for (const form of [
    /0+$/,
    /^[^\p{Cc}\p{Cs}]*[^\p{Cc}\p{Cs}\s][^\p{Cc}\p{Cs}]*$/u,
    /\s+$/,
    /^(a+)+$/,
    /^\w+\d+$/,
    /,\s*\s*x/,
    /^(?:"[^"]*"|[^,])*$/,
    /(?:[a-z]+;)*[a-z]+=/,
    /\B(?=(\d{3})+$)/g,
  ]) {
    assert.ok(slownessOf(form), String(form))
  }
})
