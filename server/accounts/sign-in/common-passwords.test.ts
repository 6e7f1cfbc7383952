import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { passwordIssue } from './password.ts'

test('each of at least 10,000 common passwords is rejected, however it is lengthened', () => {
  const text = readFileSync(new URL('common-passwords.txt', import.meta.url), 'latin1')
  const all = text.trim().split('\n')
  assert.ok(all.length >= 10_000)
  const [most] = [Math.max(...all.map(({ length }) => length))]
  assert.equal(most, 25, 'the longest that is looked for')
  for (let at = 0; at < all.length; at += 101) {
    const password = all[at] ?? ''
    const repeated = password.repeat(Math.ceil(12 / password.length))
    assert.ok(passwordIssue(repeated)?.code === 'too_common', repeated)
    if (/^[a-z]+$/.test(password))
      for (const longer of [`${password}12345678!`, `2026-${password}-2026`])
        assert.equal(passwordIssue(longer)?.code, 'too_common', longer)
  }
})

test('a common password is rejected even with signs and digits in place of letters', () => {
  for (const password of [
    'P@ssw0rd1234',
    'Pa55w0rd2025!',
    '$unsh1ne2024',
    'Adm1n1str4t0r',
    'M0nkeyM0nkey!',
    '1l0vey0u1234',
    '5hadow123456',
    'B4$k3tb4ll2026',
    'l3tm31nl3tm31n',
    'F00tb4ll!!!!',
    'qwerty123456',
    '123qweasdzxc',
    '1234qwerasdf',
    'qwertyuiop12',
    'Welcome2026!!',
  ]) {
    assert.equal(passwordIssue(password)?.code, 'too_common', password)
  }
})

test('a password of several words or of random characters is accepted', () => {
  for (const password of [
    'Kestrel river 88 lamp',
    'tangerine-wombat-71',
    'hvQ8#kd02mZ!r',
    '8fj2-kd93-pq11',
    'The quick otter swims',
    'Größe-Äpfel-Überzug',
    'Blue44Canoe&Fog',
    'ж'.repeat(4).concat('лампаокно'),
  ]) {
    assert.equal(passwordIssue(password), undefined, password)
  }
})
