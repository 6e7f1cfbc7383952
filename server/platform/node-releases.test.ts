import assert from 'node:assert/strict'
import { test } from 'node:test'
import releases from './node-releases.json' with { type: 'json' }
import { chooseNode, isSupported, updateAdvice } from './node-releases.mjs'

const fixedOf = (line: '24' | '26') => releases.lines[line].fixed

test('the service supports Node.js 24 from 24.7 on, and even releases from 26 on', () => {
  for (const version of ['24.7.0', '24.22.1', '26.0.0', '26.13.0', '28.0.0', '30.1.2']) {
    assert.equal(isSupported(version), true, version)
  }
  for (const version of ['0.0.0', '20.20.2', '22.23.4', '24.6.9', '25.9.0', '27.0.0']) {
    assert.equal(isSupported(version), false, version)
  }
})

test('prefers a release with every known security fix, then the newest, then the first', () => {
  const chosen = (...versions: string[]) => chooseNode(versions.map((version) => ({ version })))?.version
  const [fixed24, fixed26] = [fixedOf('24'), fixedOf('26')]
  assert.equal(chosen('26.0.0', fixed24), fixed24)
  assert.equal(chosen(fixed24, fixed26), fixed26)
  assert.equal(chosen('26.2.0', '26.10.0'), '26.10.0')
  assert.equal(chosen('24.7.0', '26.0.0'), '26.0.0')
  assert.equal(chosen(fixed26, '28.0.0'), '28.0.0')
  assert.equal(chosen('25.0.0', '22.0.0'), undefined)
  const [one, other] = [{ version: fixed26 }, { version: fixed26 }]
  assert.equal(chooseNode([one, other]), one)
})

test('the advice for a release without security fixes names the lowest release of its line that has them', () => {
  assert.match(updateAdvice('26.0.0') ?? '', new RegExp(`Install Node.js ${fixedOf('26')} or newer`))
  assert.match(updateAdvice('24.7.0') ?? '', new RegExp(`Install Node.js ${fixedOf('24')} or newer`))
  for (const version of [fixedOf('24'), fixedOf('26'), '26.99.0', '28.0.0']) {
    assert.equal(updateAdvice(version), undefined, version)
  }
})

test('every figure has a date and a source', () => {
  for (const { minimum, fixed, date, source } of Object.values(releases.lines)) {
    for (const version of [minimum, fixed]) assert.match(version, /^\d+\.\d+\.\d+$/)
    assert.match(date, /^20\d\d-\d\d-\d\d$/)
    assert.ok(date <= releases.checked)
    assert.equal(new URL(source).protocol, 'https:')
  }
})
