import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { excerpt, prose } from '../../animals/profiles/description.ts'
import { readConfig } from '../../program/config.ts'
import { writePlace } from '../../requests/api/page.ts'
import { accentsOf, contrast } from './theme.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

const open = (url: string, headers: Record<string, string> = browser) => app.send({ method: 'GET', url, headers })

const addAnimal = async (name: string, profile: object = {}): Promise<string> => {
  const added = await app.post('/v1/pets', { name, categoryId: 1 })
  const { id } = added.json()
  await app.inject({
    method: 'PUT',
    url: `/v1/pets/${id}/profile`,
    headers: { ...app.key, 'content-type': 'application/json' },
    payload: JSON.stringify({ species: 'dog', published: true, ...profile }),
  })
  return id
}

// Must be the first test, because only an empty feed contains the time at which it was made.
test('ignored query parameters do not create another page', async () => {
  const { body } = await open('/feeds/listings.atom?x=1')
  app.clock.advance(1_000)
  assert.equal((await open('/feeds/listings.atom?x=2')).body, body)
  assert.match(body, /<updated>/)
})

test('while nothing is published, the list says so and links to no missing section', async () => {
  for (const url of ['/adopt', '/adopt?sort=name']) {
    const { body } = await open(url)
    assert.match(body, /Everyone has found a home/, url)
    assert.doesNotMatch(body, /\/#how|\/#visit/, url)
  }
  const { body } = await open('/adopt?species=cat')
  assert.match(body, /No animals match these filters/)
})

test('/ is HTML unless JSON is preferred, and unknown paths are HTML only for browsers', async () => {
  const front = await open('/')
  assert.equal(front.statusCode, 200)
  assert.match(front.body, /href="\/console"/)
  assert.match(front.body, /href="\/docs"/)
  assert.equal((await app.inject({ url: '/' })).body, front.body, 'without Accept')
  for (const accept of ['*/*', 'text/*', 'text/html, application/json', 'image/png', '', ';;q=,']) {
    const page = await open('/', { accept })
    assert.equal(page.body, front.body, accept)
    assert.ok(page.headers.vary?.includes('accept'), accept)
  }
  const forPrograms = ['application/json', 'application/*', 'application/json, */*;q=0.5']
  for (const accept of [...forPrograms, 'text/html;q=0.5, application/json', 'text/html;q=0, */*']) {
    const plain = await open('/', { accept })
    assert.equal(plain.json().code, 'route_not_found', accept)
  }
  const lost = await open('/no/such/page')
  assert.equal(lost.statusCode, 404)
  assert.match(String(lost.headers['content-type']), /^text\/html/)
  for (const accept of ['*/*', 'application/json', 'text/html;q=0, */*']) {
    const plain = await open('/no/such/page', { accept })
    assert.equal(plain.statusCode, 404)
    assert.equal(plain.json().code, 'route_not_found')
  }
  assert.equal((await open('/v1/nothing')).json().code, 'missing_api_key')
})

test('a published animal is listed and has a page, and the next load shows its changes', async () => {
  const id = await addAnimal('Señor <img src=x onerror=alert(1)>', {
    description: '# Hi\n\n[x](javascript:alert(1)) <b>bold</b>',
  })
  const list = await open('/adopt')
  assert.equal(list.statusCode, 200)
  assert.ok(list.body.includes('Señor &lt;img src=x onerror=alert(1)&gt;'))
  assert.ok(!list.body.includes('<img src=x'))
  const moved = await open(`/adopt/${id}-wrong`)
  assert.equal(moved.statusCode, 301)
  assert.equal(moved.headers.location, `/adopt/${id}-senor-img-src-x-onerror-alert-1`)
  const shown = await open(String(moved.headers.location))
  assert.equal(shown.statusCode, 200)
  assert.ok(shown.body.includes('&lt;b&gt;bold&lt;/b&gt;'))
  assert.doesNotMatch(shown.body, /href="javascript|<b>bold/)
  const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(shown.body)?.[1]
  assert.equal(JSON.parse(json ?? '')['@graph'].length, 2)

  const patch = (body: object) =>
    app.inject({
      method: 'PATCH',
      url: `/v1/pets/${id}`,
      headers: { ...app.key, 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    })
  await patch({ name: 'Pepper' })
  assert.match((await open('/adopt')).body, />Pepper</)
  assert.equal((await open(`/adopt/${id}-pepper`)).statusCode, 200)
  await patch({ status: 'sold' })
  assert.doesNotMatch((await open('/adopt')).body, />Pepper</)
  const adopted = await open(`/adopt/${id}-pepper`)
  assert.match(adopted.body, /has found a home/)
  assert.doesNotMatch(adopted.body, /kennel card|Gets along with/)
  app.clock.advance(31 * 86_400_000)
  assert.equal((await open(`/adopt/${id}-pepper`)).statusCode, 410)
})

test('sitemap, feeds and robots.txt name the published animals', async () => {
  const id = await addAnimal('Luna')
  const path = `/adopt/${id}-luna`
  assert.match((await open('/sitemap.xml')).body, /sitemaps\/0\.xml/)
  assert.ok((await open('/sitemaps/0.xml')).body.includes(path))
  assert.ok((await open('/feeds/listings.atom')).body.includes(path))
  const feed = (await open('/feeds/listings.json')).json()
  assert.equal(feed.version, 'https://jsonfeed.org/version/1.1')
  assert.ok(feed.items.some(({ url }: { url: string }) => url.endsWith(path)))
  const robots = await open('/robots.txt', { host: 'evil.example' })
  assert.match(robots.body, /Sitemap: http:\/\/evil\.example\/sitemap\.xml/)
  assert.equal(robots.headers['cache-control'], 'no-cache')
  await using known = await testApp({ settings: { PUBLIC_URL: 'https://store.example.org' } })
  const fixed = await known.send({ url: '/robots.txt', headers: { host: 'evil.example' } })
  assert.match(fixed.body, /Sitemap: https:\/\/store\.example\.org\/sitemap\.xml/)
  assert.equal(fixed.headers['cache-control'], 'public, max-age=86400')
})

test('an unpublished animal leaves the sitemap at once, and there is no page past the last id', async () => {
  const id = await addAnimal('Willow')
  const path = `/adopt/${id}-willow`
  const before = await open('/sitemaps/0.xml')
  assert.equal(before.headers['cache-control'], 'public, no-cache')
  assert.ok(before.body.includes(path))
  await app.inject({
    method: 'PUT',
    url: `/v1/pets/${id}/profile`,
    headers: { ...app.key, 'content-type': 'application/json' },
    payload: JSON.stringify({ species: 'dog', published: false }),
  })
  assert.ok(!(await open('/sitemaps/0.xml')).body.includes(path))
  assert.equal((await open('/sitemaps/999999999999999.xml')).statusCode, 404)
})

test('a visitor over the limit reads how long to wait, correctly each time', async () => {
  await using small = await testApp({ settings: { PORTAL_PER_MINUTE: '2' } })
  const visit = (encoding = 'identity') =>
    small.send({ url: '/adopt', headers: { ...browser, 'accept-encoding': encoding } })
  for (let count = 0; count < 2; count += 1) assert.equal((await visit()).statusCode, 200)
  for (const waitSeconds of [60, 20]) {
    for (const encoding of ['identity', 'gzip', 'identity']) {
      const { statusCode, headers, body } = await visit(encoding)
      assert.deepEqual(
        [statusCode, headers['retry-after'], headers['content-encoding'] ?? 'identity'],
        [429, String(waitSeconds), encoding],
      )
      if (encoding === 'identity') assert.ok(body.includes(`in ${waitSeconds} seconds.`))
      assert.equal(headers['cache-control'], 'no-store')
    }
    small.clock.advance(40_000)
  }
})

test('the start page links only to parts of itself that exist, whether or not animals are published', async () => {
  await using empty = await testApp()
  for (const store of [empty, app]) {
    const { body } = await store.send({ url: '/', headers: browser })
    for (const [, id = ''] of body.matchAll(/href="\/?#([^"]+)"/g)) {
      assert.ok(body.includes(` id="${id}"`), id)
    }
  }
})

test("a list position beyond the database's range is not found", async () => {
  for (const part of ['a\0', '\ud800']) {
    const cursor = writePlace([part, '1'], 'site /adopt?sort=name')
    const { statusCode, body } = await open(`/adopt?sort=name&cursor=${cursor}`)
    assert.equal(statusCode, 200)
    assert.ok(body.includes('no longer exists'))
  }
})

test('text that consists only of Markdown marks is shown unchanged', () => {
  const marks = "'*[_".repeat(2_500)
  assert.ok(prose(`${marks}\n<b>`).text.endsWith('_<br>&lt;b&gt;</p>\n'))
  assert.match(prose('**Hi**\n\n- one\n- two').text, /<strong>Hi<\/strong>.*<li>one/s)
  assert.match(prose('1. one\n2. two').text, /<ol>\s*<li>one/)
  // A list of many numbers takes longest of all.
  assert.match(prose('1. one\n'.repeat(1_000)).text, /^<p>1\. one<br>1\. one/)
  assert.ok(excerpt(marks, 150).startsWith("'*[_'*[_"))
})

test('words of a description stay apart when its Markdown marks are removed', async () => {
  const described: [name: string, description: string, words: string][] = [
    ['marks', '# Hi\n\nShe *greets*\n\n- all', 'Hi: She greets: all'],
    ['days', '## Her days\n- a long walk\n- a nap\n\nThen sleep', 'Her days: a long walk, a nap. Then sleep'],
    ['ends', 'Ready?\n\n1. Yes!\n2. Now\n   - or then', 'Ready? Yes! Now: or then'],
  ]
  for (const [name, description, words] of described) {
    const id = await addAnimal(name, { description })
    assert.ok((await open(`/adopt/${id}-${name}`)).body.includes(`content="Dog. ${words}"`), words)
  }
})

test('unknown parameters are ignored and named, and never shown as HTML', async () => {
  const { statusCode, body } = await open('/adopt?species=dragon&near=Atlantis&%3Cb%3E=1&utm_source=x&cursor=zz')
  assert.equal(statusCode, 200)
  for (const text of ['recognise “dragon” (Species)', '“Atlantis”', '“&lt;b&gt;”', 'no longer exists'])
    assert.ok(body.includes(text), text)
  assert.ok(!body.includes('utm_source'))
})

test('any accent colour stays readable in both themes, and an invalid logo stops the start', async () => {
  for (const color of ['#ffff00', '#000000', '#ff8888', '#1d6b4f']) {
    const { light, dark } = accentsOf(color)
    for (const [accent, paper] of [
      [light, '#faf8f4'],
      [dark, '#171512'],
    ] as const) {
      assert.ok(contrast(accent.accent, paper) >= 4.5, `${color} on ${paper}`)
      assert.ok(contrast(accent['accent-ink'], accent.accent) >= 4.5, `ink on ${color}`)
      assert.ok(contrast(accent['accent-text'], accent['accent-soft']) >= 4.5, `text of ${color}`)
    }
  }
  const settings = {
    SITE_LOGO: new URL('site.css', import.meta.url).pathname,
    SITE_COLOR: 'red',
    SITE: 'no',
  }
  assert.throws(() => readConfig(settings), /SITE must be.*SITE_COLOR must be.*SITE_LOGO must be/s)
  using folder = temporaryFolder()
  const path = join(folder.path, 'logo.svg')
  writeFileSync(path, '<svg viewBox="0 0 1 1"><script>alert(1)</script></svg>')
  assert.throws(() => readConfig({ SITE_LOGO: path }), /SITE_LOGO must not contain <script>/)
})

test('with SITE=off there is no site, and / explains what this server is', async () => {
  await using off = await testApp({ settings: { SITE: 'off' } })
  for (const url of ['/adopt', '/sitemap.xml', '/feeds/listings.json']) {
    assert.equal((await off.send({ url, headers: browser })).statusCode, 404, url)
  }
  assert.match((await off.send({ url: '/', headers: browser })).body, /href="\/docs"/)
  assert.match((await off.send({ url: '/robots.txt' })).body, /Disallow: \/\n/)
})
