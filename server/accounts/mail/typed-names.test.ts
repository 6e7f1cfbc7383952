import assert from 'node:assert/strict'
import { test } from 'node:test'
import { greetedName, greetingTo, mailName, staffName } from './typed-names.ts'

test('a name in mail is limited to letters, spaces, apostrophes, hyphens and dots, and to 40 characters', () => {
  for (const [typed, shown] of [
    ['Ada Lovelace', 'Ada Lovelace'],
    ['Zoë O’Brien-Müller', "Zoë O'Brien-Müller"],
    ['J.R.R. Tolkien', 'J. R. R. Tolkien'],
    ['हिन्दी', 'हिन्दी'],
    ['Tierheim München e.V.', 'Tierheim München e. V.'],
    ['You won 1,000 € <b>now</b>!\r\nBcc: x@y.org', 'You won b now b Bcc x y. org'],
    ['Win at https://evil.example/now', 'Win at https evil. example now'],
    ['\u202emoc.live\u2066', 'moc. live'],
    ['x'.repeat(500), 'x'.repeat(40)],
    ['𝒳'.repeat(500), '𝒳'.repeat(40)],
    ['0800 555 123', undefined],
    ['\ud800', undefined],
    ["'-. ", undefined],
  ] as const)
    assert.equal(mailName(typed), shown)
})

test('a name that the staff have set keeps digits, & and +, and cannot become a link', () => {
  for (const [typed, shown] of [
    ['K9 Lifeline', 'K9 Lifeline'],
    ['Paws & Claws', 'Paws & Claws'],
    ['Cats+Dogs 2000', 'Cats+Dogs 2000'],
    ['Pfötchen 24 e.V.', 'Pfötchen 24 e. V.'],
    ['Rex www.evil1.example/7', 'Rex www. evil1. example 7'],
    ['Rex 10.0.0.1', 'Rex 10. 0. 0. 1'],
    ['Rex <b>@x:1', 'Rex b x 1'],
    ['0800 555 123', undefined],
  ] as const)
    assert.equal(staffName(typed), shown)
})

test('a name that is an address is not used in a greeting', () => {
  for (const typed of ['www.evil.example', 'https://x', 'a@b']) {
    assert.equal(greetedName(typed), undefined)
    assert.equal(greetingTo(typed, 'en'), 'Hello,')
  }
  assert.equal(greetingTo('Dr. Ada Lovelace, call 555', 'en'), 'Hello Dr. Ada Lovelace call,')
})
