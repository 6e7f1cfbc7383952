import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '../../../test/harness/any-character.ts'
import { actorPattern, targetPattern } from '../../accounts/audit/audit-entry.ts'
import { questionIdPattern } from '../../adoptions/forms/form.ts'
import { contributions } from '../../program/contributions.ts'
import { isName } from './name.ts'
import {
  countryPattern,
  currencyPattern,
  dayPattern,
  emailPattern,
  linePattern,
  linesPattern,
  microchipPattern,
  operationIdPattern,
  phonePattern,
  portablePattern,
  publicAddressPattern,
  secureAddressPattern,
  webAddressPattern,
} from './patterns.ts'

const isShown = '(?!(?![\\u{10000}-\\u{10ffff}])[\\p{Default_Ignorable_Code_Point}\\ufff9-\\ufffb])'
const atom = `${isShown}[^\\s\\p{Cc}\\p{Cs}@"(),.:;<>[\\]\\\\]`
const label = `${isShown}[^\\s\\p{Cc}\\p{Cs}\\x20-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7e]`

/** The meaning of each pattern, in syntax that only Unicode-aware engines understand. */
const meanings: Record<string, RegExp> = {
  [linePattern]: /^[^\p{Cc}\p{Cs}]*[^\p{Cc}\p{Cs}\s][^\p{Cc}\p{Cs}]*$/u,
  [linesPattern]: /^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u,
  [emailPattern]: new RegExp(
    `^${atom}(?:\\.?${atom}){0,63}@${label}(?:-*${label})*(?:\\.${label}(?:-*${label})*)*$`,
    'u',
  ),
  [countryPattern]: /^[A-Z][A-Z]$/u,
  [currencyPattern]: /^[A-Z]{3}$/u,
  [dayPattern]: /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/u,
  [questionIdPattern]: /^[A-Za-z][0-9A-Za-z_-]*$/u,
  [microchipPattern]: /^(?:[0-9A-Za-z]{9,10}|[0-9A-Za-z]{15})$/u,
  [operationIdPattern]: /^[A-Za-z]+$/u,
  [phonePattern]:
    /^(?=(?:[^a-z0-9]*[0-9]){3})[0-9 +,#*()[\]./\xa0\u2007\u2009\u202f\u2010-\u2015\u2212-]*(?:(?<=[0-9][ ,([\xa0\u2007\u2009\u202f\u2010-\u2015\u2212]*)[a-z]{1,12}(?=[^0-9]*[0-9])[0-9 +,#*()[\]./\xa0\u2007\u2009\u202f\u2010-\u2015\u2212-]*)?$/iu,
  [publicAddressPattern]:
    /^[hH][tT][tT][pP][sS]?:\/\/(?:(?!(?![\u{10000}-\u{10ffff}])[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb])[^\s\p{Cc}\p{Cs}@/?#\\])+(?:[/?](?:(?!(?![\u{10000}-\u{10ffff}])[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb])[^\s\p{Cc}\p{Cs}#\\])*)?$/u,
  [secureAddressPattern]:
    /^[hH][tT][tT][pP][sS]:\/\/(?:(?!(?![\u{10000}-\u{10ffff}])[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb])[^\s\p{Cc}\p{Cs}@/?#\\])+(?:[/?#](?:(?!(?![\u{10000}-\u{10ffff}])[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb])[^\s\p{Cc}\p{Cs}\\])*)?$/u,
  [webAddressPattern]: /^[hH][tT][tT][pP][sS]?:\/\/[^\s\p{Cc}\p{Cs}#\\]+$/u,
}
for (const pattern of [actorPattern, targetPattern(contributions.auditActions)])
  meanings[pattern] = new RegExp(pattern, 'u')
/** The patterns in the document. */
const publishedPatterns = new Set(Object.keys(meanings).map(portablePattern))
const flags = ['', 'u', 'v']

const pieces = fc.constantFrom(
  'a',
  'Z',
  '0',
  ' ',
  '\t',
  '\n',
  '\r',
  '\0',
  '\x1f',
  '\x7f',
  '\x80',
  '\x9f',
  '\xa0',
  '\xad',
  '\u1680',
  '\u180e',
  '\u202e',
  '\ufe0f',
  '\ufffa',
  '?',
  '\u2003',
  '\u200b',
  '\u2028',
  '\u202f',
  '\u3000',
  '\ufeff',
  'é',
  'ß',
  '😀',
  '\u{10ffff}',
  '\ud800',
  '\udc00',
  '\u0301',
  '@',
  '.',
  '#',
  '\\',
  '/',
  '-',
  '+',
  '(',
  ')',
  'https://',
  'http:',
  'ada@example.org',
  '+44 20',
  '(030) 555',
  'ext. 12',
  '\u2013',
)
const text = fc.oneof(
  fc.array(pieces, { maxLength: 12 }).map((some) => some.join('')),
  fc.string({ unit: anyCharacter, maxLength: 20 }),
)

test('a pattern gives the same result with and without flags, and matches its intended language', () => {
  for (const [pattern, meaning] of Object.entries(meanings)) {
    const forms = flags.map((flag) => new RegExp(pattern, flag))
    fc.assert(
      fc.property(text, (sent) => {
        if (!sent.isWellFormed()) return
        for (const form of forms) assert.equal(form.test(sent), meaning.test(sent), form.flags)
      }),
      { numRuns: 1_000 },
    )
  }
})

test('a name is 1-255 characters, not blank, without control characters and unpaired surrogates', () => {
  const meaning = meanings[linePattern] as RegExp
  fc.assert(
    fc.property(text, (sent) => {
      assert.equal(isName(sent), meaning.test(sent))
    }),
    { numRuns: 2_000 },
  )
  for (const [name, isRight] of [
    ['😀'.repeat(255), true],
    ['😀'.repeat(256), false],
    ['x'.repeat(256), false],
    [`${' '.repeat(254)}x`, true],
    [' '.repeat(255), false],
    ['', false],
  ] as const) {
    assert.equal(isName(name), isRight)
  }
})

type Node = Record<string, unknown>

const document = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'))

/** Every schema of the document that has the keyword `wanted`, and its location. */
const having = (wanted: string): { at: string; schema: Node }[] => {
  const found: { at: string; schema: Node }[] = []
  const walk = (node: unknown, at: string): void => {
    if (node === null || typeof node !== 'object') return
    const schema = node as Node
    if (schema[wanted] !== undefined && typeof schema[wanted] !== 'object') {
      found.push({ at, schema })
    }
    for (const [key, inner] of Object.entries(schema)) walk(inner, `${at}/${key}`)
  }
  walk(document, '')
  return found
}

test('every published pattern works in any engine, and its length is bounded', () => {
  const patterned = having('pattern')
  assert.ok(patterned.length > 5)
  for (const { at, schema } of patterned) {
    const pattern = String(schema.pattern)
    assert.doesNotMatch(pattern, /\\[pPuUkbBAZz]|\(\?[^:]|[^ -~]|\//, at)
    for (const flag of flags) new RegExp(pattern, flag)
    assert.equal(typeof schema.maxLength, 'number', at)
    assert.ok(publishedPatterns.has(pattern), `${at} has a pattern that is not checked here: ${pattern}`)
  }
})

test('a list with unique items has a maximum length', () => {
  for (const { at, schema } of having('uniqueItems')) {
    assert.equal(typeof schema.maxItems, 'number', at)
  }
})
