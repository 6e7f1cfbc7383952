import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../../../test/harness/app.ts'
import { contributions } from '../../program/contributions.ts'
import { ApiError } from '../../requests/errors/api-error.ts'
import { errorBody } from '../../requests/errors/error-body.ts'
import { planNames, plans } from '../../requests/plans/plan.ts'
import { guideNames, guideNamesFor } from './guides.ts'
import { proseWriter } from './markdown.ts'
import { movedGuides } from './moved-guides.ts'

for (const name of guideNames) {
  test(`the guide ${name} is shown as a page and given as Markdown, with the address of this server`, async () => {
    await using app = await testApp({ settings: { PUBLIC_URL: 'http://store.test:8080' } })
    const page = await app.inject({ url: `/docs/guides/${name}` })
    assert.equal(page.statusCode, 200)
    assert.equal(page.headers['content-type'], 'text/html; charset=utf-8')
    assert.match(String(page.headers['content-security-policy']), /script-src 'self';/)
    assert.equal(page.headers['x-content-type-options'], 'nosniff')
    const markdown = await app.inject({ url: `/docs/guides/${name}.md` })
    assert.equal(markdown.headers['content-type'], 'text/markdown; charset=utf-8')
    const [, title = '', summary = ''] = /^# (.+)\n\n(.+)/.exec(markdown.body) ?? []
    assert.ok(title.length > 3 && summary.length > 20)
    assert.match(page.body, new RegExp(`<h1 id="[^"]+">${title}</h1>`))
    for (const { body } of [page, markdown]) {
      assert.doesNotMatch(body, /127\.0\.0\.1:3000|<!-- table/)
      if (/curl/.test(body)) assert.match(body, /http:\/\/store\.test:8080\/(v1|compat)/)
    }
    const etag = String(page.headers.etag)
    const again = await app.inject({
      url: `/docs/guides/${name}`,
      headers: { 'if-none-match': etag },
    })
    assert.equal(again.statusCode, 304)
  })
}

test('the guide errors lists every code with a remedy, and the guide limits every plan', async () => {
  await using app = await testApp()
  const { body } = await app.inject({ url: '/docs/guides/errors.md' })
  for (const [code, { status }] of Object.entries(contributions.errors)) {
    assert.match(body, new RegExp(`^\\| ${status} \\| \`${code}\` \\| .{10,} \\| .{10,} \\|$`, 'm'))
  }
  const limits = (await app.inject({ url: '/docs/guides/limits.md' })).body.toLowerCase()
  for (const name of planNames.filter((plan) => plan !== 'enterprise')) {
    const { perMinute, perDay } = plans[name]
    const row = [name, perMinute.toLocaleString('en-US'), perDay.toLocaleString('en-US')]
    assert.ok(limits.includes(`| ${row.join(' | ')} |`), name)
  }
  assert.ok(limits.includes('| enterprise | custom | custom |'))
})

test('the guide on the audit log lists every action', async () => {
  await using app = await testApp()
  const { body } = await app.inject({ url: '/docs/guides/audit-log.md' })
  assert.match(body, /^\| Adoptions \| `order\.place` /m)
  for (const action of Object.keys(contributions.auditActions)) assert.ok(body.includes(`\`${action}\``), action)
})

test('the `docs` of every error is the address of its row', async () => {
  await using app = await testApp()
  for (const [code, definition] of Object.entries(contributions.errors)) {
    const { docs = '' } = errorBody(new ApiError(code, definition), 'a request')
    const [url = '', id = ''] = docs.split('#')
    const { statusCode, body } = await app.inject({ url })
    assert.equal(statusCode, 200, docs)
    assert.equal(id, code)
    assert.equal(body.split(` id="${id}"`).length, 2, docs)
  }
  const { docs } = (await app.inject({ url: '/v1/pets/404404', headers: app.key })).json()
  assert.equal(docs, '/docs/guides/errors#pet_not_found')
})

test('the guide on webhooks has every retry with the time before it', async () => {
  await using app = await testApp()
  const { body } = await app.inject({ url: '/docs/guides/webhooks.md' })
  const rows = [...body.matchAll(/^\| (\d) \| (.+) \|$/gm)].map(([, at, wait]) => `${at} ${wait}`)
  assert.deepEqual(rows, ['1 none', '2 5 s', '3 5 min', '4 30 min', '5 2 h', '6 5 h', '7 10 h', '8 10 h'])
})

test('the guides start with the first request, and an unknown guide is a 404', async () => {
  await using app = await testApp()
  const start = await app.inject({ url: '/docs/guides' })
  assert.deepEqual([start.statusCode, start.headers.location], [302, '/docs/guides/first-request'])
  for (const file of ['nothing', 'nothing.md', '..%2Fpaging', 'first-request.md.md']) {
    const { statusCode } = await app.inject({ url: `/docs/guides/${file}` })
    assert.equal(statusCode, 404, file)
  }
})

test('HTML in a guide is shown as text', () => {
  const { text: html } = proseWriter().blocks('<img src=x onerror=alert(1)>\n\n[a](javascript:alert(1))')
  assert.doesNotMatch(html, /<img|href/)
})

test('llms.txt lists every guide and the OpenAPI document with working URLs', async () => {
  await using app = await testApp({ settings: { PUBLIC_URL: 'https://api.test' } })
  const { body, headers } = await app.inject({ url: '/llms.txt' })
  assert.equal(headers['content-type'], 'text/plain; charset=utf-8')
  assert.match(body, /^# Animal Adoption Store API\n\n> /)
  const addresses = [...body.matchAll(/\]\(https:\/\/api\.test([^)]+)\)/g)].map(([, path]) => path ?? '')
  assert.equal(addresses.length, guideNames.length + 2)
  for (const url of addresses) assert.equal((await app.inject({ url })).statusCode, 200, url)
  const full = await app.inject({ url: '/llms-full.txt' })
  assert.match(full.body, /`key_temporarily_banned`/)
  const document = (await app.inject({ url: '/openapi.json' })).json()
  for (const [path, methods] of Object.entries<Record<string, object>>(document.paths)) {
    for (const method of Object.keys(methods)) {
      assert.ok(full.body.includes(`- ${method.toUpperCase()} ${path}; `), `${method} ${path}`)
    }
  }
  for (const name of Object.keys(document.components.schemas)) {
    if (!name.endsWith('Event') || name === 'Event') assert.match(full.body, new RegExp(`^- ${name} [={]`, 'm'))
  }
  for (const type of Object.keys(document.webhooks)) {
    if (type !== 'webhook.test') assert.match(full.body, new RegExp(`^- ${type}: `, 'm'))
  }
  assert.match(
    full.body,
    /^- GET \/pets; List animals; pets:read; \?limit=1\.\.100&status=PetStatus&.*; Prefer; -> Pets; invalid_cursor$/m,
  )
  assert.match(full.body, /^- Pet \{ id: int, name, categoryId: int, status: PetStatus \}$/m)
  assert.doesNotMatch(full.body, /127\.0\.0\.1/)
})

test('a guide that was renamed is found by its former name, also as Markdown', async () => {
  await using app = await testApp()
  for (const [from, to] of movedGuides) {
    for (const extension of ['', '.md']) {
      const { statusCode, headers } = await app.inject({ url: `/docs/guides/${from}${extension}` })
      assert.deepEqual([statusCode, headers.location], [301, `/docs/guides/${to}${extension}`])
      assert.equal((await app.inject({ url: String(headers.location) })).statusCode, 200)
    }
  }
})

test('developers and shelters have separate menus, each with a link to the other', async () => {
  await using app = await testApp()
  const menuOf = async (url: string) => {
    const { body } = await app.inject({ url })
    const [menu = ''] = /<nav id="menu"[\s\S]*?<\/nav>/.exec(body) ?? []
    return [...menu.matchAll(/<a href="\/docs\/guides\/([\w-]+)"/g)].map(([, name = '']) => name)
  }
  const [developers, shelters] = [guideNamesFor('developers'), guideNamesFor('shelters')]
  for (const url of ['/docs', '/docs/reference', '/docs/guides/webhooks', '/docs/changelog']) {
    assert.deepEqual(await menuOf(url), [shelters[0], ...developers], url)
  }
  const { body } = await app.inject({ url: '/docs/guides/mail' })
  assert.deepEqual(await menuOf('/docs/guides/mail'), [shelters[0], ...shelters])
  assert.match(body, /<a href="\/docs">For developers<\/a>/)
  assert.deepEqual([...developers, ...shelters], [...guideNames])
})
