import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { bestMs, fasterThanLinear } from './harness/growth.ts'
import { sourcePatterns } from './harness/source-patterns.ts'

const { literals, made } = sourcePatterns()
/** One class of characters looks at each character once, whatever they are. */
const isOneClass = ({ source }: RegExp) => /^\[(?:\\.|[^\\[\]])*\]$/.test(source)
/** The same pattern in several places is one. */
const different = new Map(
  literals.flatMap((one) => (isOneClass(one.form) ? [] : [[String(one.form), one] as const])),
)

const published = new Set<string>()
JSON.stringify(
  JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8')),
  (key, value) => {
    if (key === 'pattern' && typeof value === 'string') published.add(value)
    return value
  },
)

/** Files whose patterns are put together of a few parts when they are loaded, with the patterns that are made then. */
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

/** What texts that are read begin with, so that a pattern gets as far as its costly part. */
const beginnings = [
  ...[
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
  ],
  ...[
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
  ],
  ...[
    'postgres://',
    'sqlite:',
    'charset=',
    '%',
    '/v1/',
    '# ',
    '<!-- table: ',
    '40',
    'var standalone_default = "',
  ],
]
const endings = ['', '\u0001', '!', 'x1', '"', '1']
/** Of texts with a beginning: one that lets a pattern match, and one that no pattern takes. */
const fewEndings = ['', '\u0001']
const common = ['a', '0', ' ', '\t', '\n', '"', '\\', '/', ',', '.', '-', '@', '\u0001', 'é', '😀']

/** Characters that mean something to a pattern: those it names, and one of each class it names. */
const alphabetOf = ({ source }: RegExp): string[] => {
  const named = source.replace(/\\x([0-9a-f]{2})/gi, (_, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
  return [...new Set([...named].filter((one) => !'^$()[]{}|?*+\\'.includes(one)))].slice(0, 14)
}

const wordsOf = ({ source }: RegExp): string[] => source.match(/[\w;:=&<>"-]{2,}/g) ?? []

function* hostile(form: RegExp): Generator<(size: number) => string> {
  const own = alphabetOf(form)
  const text = (beginning: string, unit: string, ending: string) => (size: number) =>
    beginning + unit.repeat(Math.ceil(size / unit.length)) + ending
  for (const unit of new Set([...common, ...own, ...wordsOf(form)])) {
    for (const beginning of beginnings) {
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

/** Reads all of a text, as the program does: one match, or every one. No list of matches is made: its memory would be measured too. */
const read = (form: RegExp, text: string): void => {
  if (form.global) for (const _match of text.matchAll(form));
  else form.exec(text)
}

/** What reading takes at the most that is not worth a closer look: a simple pattern takes a small part of it. */
const suspiciousMs = (size: number): number => {
  const text = 'a'.repeat(size)
  return Math.max(0.05, 40 * bestMs(() => /[^a]b/.exec(text), 20))
}

// Many small ones: there are patterns that take minutes for a hundred characters.
const LARGE = 4_000
const probes = [24, 48, 96, 400, LARGE].map((size) => ({
  size,
  mostMs: suspiciousMs(size),
}))

/** Of a pattern that was found to be linear, a text that takes not much longer than that need not be looked at again. */
const MOST_ALIKE = 1.5
/** But for this: four thousand characters in a time whose square is no harm at sixty-four thousand. */
const HARMLESS_MS = 0.2

const PATIENCE_MS = 500

/** However often it is tried: a machine that others use makes any text slow ten times in a row. */
const isAlwaysSlower = (work: () => unknown, mostMs: number): boolean => {
  const startedAtMs = performance.now()
  do {
    if (bestMs(work) <= mostMs) return false
  } while (performance.now() - startedAtMs < PATIENCE_MS)
  return true
}

/** The first way in which the time of a pattern grows faster than its text, if there is one. */
const slownessOf = (form: RegExp): string | undefined => {
  let linearMs = 0
  for (const text of hostile(form)) {
    const reading = (size: number) => {
      const sample = text(size)
      return () => read(form, sample)
    }
    const slow = probes.find(
      ({ size, mostMs }) =>
        bestMs(reading(size), 1) > Math.max(mostMs, size < LARGE ? 0 : linearMs),
    )
    if (!slow) continue
    const { size, mostMs } = slow
    // So few characters take no time to speak of, unless it grows without measure.
    const growth = size < LARGE ? isAlwaysSlower(reading(size), mostMs) : fasterThanLinear(reading)
    if (growth) return `${JSON.stringify(text(12))}... ${growth === true ? size : growth}`
    if (size === LARGE) {
      linearMs = Math.min(HARMLESS_MS, Math.max(linearMs, MOST_ALIKE * bestMs(reading(LARGE))))
    }
  }
  return undefined
}

test('the time that each pattern takes grows as its text does', () => {
  assert.ok(literals.length > 50 && published.size >= 5, 'they were found')
  const slow = patterns.flatMap(({ at, form }) => {
    const slowness = slownessOf(form)
    return slowness === undefined ? [] : `${at} ${form}: ${slowness}`
  })
  assert.deepEqual(slow, [])
})

test('a pattern is written where it is found by the test above, or is a published one', () => {
  assert.deepEqual(
    made.filter((path) => !composing.includes(path)),
    ['server/platform/http/checked-schema.ts', 'server/platform/http/name.ts'],
  )
  assert.ok(composed.length >= made.length - 2, 'each was made when its file was loaded')
})

test('patterns with more than linear time are found', () => {
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
