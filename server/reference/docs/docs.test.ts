import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { testApp } from '../../../test/harness/app.ts'
import { contrast } from '../../catalogue/site/theme.ts'
import { comingChanges } from '../changelog/coming-changes.ts'
import { guideNames } from './guides.ts'

const app = await testApp({
  settings: { STAGING_URL: 'https://staging.example.test', PORT: '8123' },
})
after(() => app.close())

const read = async (url: string, host = 'docs.test:8080') => {
  const { statusCode, headers, body } = await app.inject({ url, headers: { host } })
  assert.equal(statusCode, 200, url)
  return { headers, body }
}

/** The addresses of all pages, as the navigation of one has them. */
const addresses = async (): Promise<string[]> => {
  const { body } = await read('/docs')
  const found = [...body.matchAll(/href="(\/docs[^"#]*)/g)].map(([, url = '']) => url)
  return [...new Set(found)].filter((url) => !url.startsWith('/docs/assets/'))
}

/** Bytes of the search, compressed, for each page, paragraph, operation and error that it finds. */
const MOST_PER_ENTRY = 105

const pages = new Map<string, string>()
for (const url of await addresses()) pages.set(url, (await read(url)).body)

test('the policy allows scripts, styles and requests only from our server and the listed ones', async () => {
  const { headers } = await read('/docs')
  const policy = readPolicy(headers['content-security-policy'])
  assert.equal(headers['content-type'], 'text/html; charset=utf-8')
  assert.equal(policy.get('default-src'), "'none'")
  for (const what of ['script-src', 'style-src', 'font-src', 'img-src']) {
    assert.equal(policy.get(what), "'self'", what)
  }
  assert.equal(policy.get('connect-src'), "'self' https://staging.example.test")
  assert.equal(policy.get('frame-ancestors'), "'none'")
  assert.equal(policy.get('form-action'), "'none'")
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.equal(headers['x-frame-options'], 'DENY')
  assert.equal(headers['referrer-policy'], 'no-referrer')
})

test('no page has an inline script, style or handler, which the policy would block', () => {
  assert.ok(pages.size >= guideNames.length + 14)
  for (const [url, body] of pages) {
    assert.doesNotMatch(body, /<script(?![^>]*\bsrc=)|<style|<[^>]+\s(?:style|on\w+)=/, url)
    for (const [, source] of body.matchAll(/<(?:script|link|img)[^>]*\b(?:src|href)="([^"]*)"/g)) {
      assert.match(source ?? '', /^\/docs\//, url)
    }
  }
})

test('every link on every page points to an existing page and anchor', async () => {
  const others = new Set<string>()
  for (const [url, body] of pages) {
    for (const [, href = ''] of body.matchAll(/href="([^"]*)"/g)) {
      const { origin, pathname, hash } = new URL(href, `http://docs.test${url}`)
      const [path, anchor] = [origin === 'http://docs.test' ? pathname : href, hash.slice(1)]
      const target = pages.get(path)
      if (target === undefined) others.add(path)
      else if (anchor !== '') assert.ok(target.includes(`id="${anchor}"`), `${url} -> ${href}`)
    }
  }
  const foreign = [...others].filter((href) => /^https?:/.test(href))
  assert.deepEqual(foreign.toSorted(), [
    'https://modelcontextprotocol.io',
    'https://www.geonames.org',
    'https://www.npmjs.com/package/@petfinder/petfinder-js',
    'https://www.standardwebhooks.com',
    'https://www.w3.org/TR/webauthn-3/',
  ])
  for (const url of others) if (!foreign.includes(url)) await read(url)
})

test('pages show where the server listens, whatever the host, and both environments', async () => {
  const own = 'http://127.0.0.1:8123'
  for (const host of ['one.test', 'two.test:81']) {
    const landing = (await read('/docs', host)).body
    assert.ok(landing.includes(`${own}/v1`) && landing.includes('https://staging.example.test/v1'))
    const animals = (await read('/docs/reference/animals', host)).body
    assert.ok(textOf(animals).includes(`curl '${own}/v1/pets?status=available`))
    assert.ok(textOf((await read('/docs/guides/paging', host)).body).includes(`${own}/v1/pets`))
    for (const body of [landing, animals]) assert.doesNotMatch(body, /one\.test|two\.test/)
  }
  for (const [url, body] of pages) assert.doesNotMatch(textOf(body), /\.invalid|127\.0\.0\.1:3000/, url)
})

test('samples use production, and guides the server that serves them', async () => {
  const settings = { PUBLIC_URL: 'https://api.example.test', ADOPTION_ENV: 'staging', PORT: '8123' }
  await using staging = await testApp({ settings })
  const text = async (url: string) => textOf((await staging.inject({ url })).body)
  assert.match(await text('/docs/reference/animals'), /curl 'https:\/\/api\.example\.test\/v1\/pets/)
  assert.match(await text('/docs/guides/paging'), /http:\/\/127\.0\.0\.1:8123\/v1\/pets/)
})

test('the assets of a page have names that change with their content', async () => {
  const queue = [...(pages.get('/docs') ?? '').matchAll(/"(\/docs\/assets\/[^"]+)"/g)].map(([, url = '']) => url)
  const seen = new Set<string>()
  for (const url of queue) {
    if (seen.has(url)) continue
    seen.add(url)
    const { headers, body } = await read(url)
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(headers['x-content-type-options'], 'nosniff')
    // Modules name the modules that they load.
    queue.push(...[...body.matchAll(/['(](\/docs\/assets\/[\w.-]+)/g)].map(([, name = '']) => name))
    const code = body.replace(/^\s*(?:\/\*\*|\*|\/\/).*$/gm, '')
    if (url.endsWith('.js')) assert.doesNotMatch(code, /['"]\.\/|https?:\/\//, url)
  }
  for (const name of ['docs', 'early', 'panel', 'search', 'index', 'inter', 'icon']) {
    assert.ok(
      [...seen].some((url) => url.includes(`/${name}.`)),
      name,
    )
  }
  const { statusCode } = await app.inject({ url: '/docs/assets/docs.0000000000000000.js' })
  assert.equal(statusCode, 404)
})

test('a page or file has the same content in every encoding, each with its own strong ETag and 304', async () => {
  const [script = ''] = /\/docs\/assets\/docs\.\w+\.js/.exec(pages.get('/docs') ?? '') ?? []
  for (const url of ['/docs', '/docs/reference/animals', '/docs/guides/paging', '/docs/guides/paging.md', script]) {
    const [plain, brotli, gzip] = await Promise.all(
      ['', 'gzip, deflate, br', 'br;q=0, gzip'].map(async (accepted) => {
        const fetched = await app.inject({ url, headers: { 'accept-encoding': accepted } })
        assert.equal(fetched.headers.vary, 'accept-encoding')
        assert.match(String(fetched.headers.etag), /^"[^"]+"$/)
        const known = {
          'accept-encoding': accepted,
          'if-none-match': `"other", ${fetched.headers.etag}`,
        }
        const again = await app.inject({ url, headers: known })
        assert.deepEqual([again.statusCode, again.body], [304, ''], url)
        return fetched
      }),
    )
    assert.ok(plain && brotli && gzip)
    assert.ok(brotliDecompressSync(brotli.rawPayload).equals(plain.rawPayload))
    assert.ok(gunzipSync(gzip.rawPayload).equals(plain.rawPayload))
    assert.equal(new Set([plain, brotli, gzip].map(({ headers }) => headers.etag)).size, 3)
  }
})

test('requesting pages at any number of URLs does not increase memory use', async () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const visit = async (from: number, to: number) => {
    for (let at = from; at < to; at += 1) await read('/docs/reference/admin', `h${at}.test`)
    // Memory of a request is released in the next turns of the event loop.
    for (let turn = 0; turn < 4; turn += 1) {
      await setImmediate()
      collect()
    }
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return heapUsed + arrayBuffers
  }
  const some = await visit(0, 30)
  const many = await visit(30, 130)
  // Each takes 0.4 MB.
  assert.ok(many - some < 20_000_000, `${(many - some) / 1e6} MB`)
})

test('search finds every operation, guide, error and object, each with a working link', async () => {
  const [, index = ''] = /data-index="([^"]+)"/.exec(pages.get('/docs') ?? '') ?? []
  const { rawPayload } = await app.inject({ url: index, headers: { 'accept-encoding': 'br' } })
  const entries: { kind: string; title: string; url: string }[] = JSON.parse((await read(index)).body)
  const perEntry = rawPayload.length / entries.length
  assert.ok(perEntry < MOST_PER_ENTRY, `${perEntry} bytes an entry`)
  for (const { title, url } of entries) {
    const [path = '', anchor] = url.split('#', 2)
    const target = pages.get(path)
    assert.ok(title.length > 0 && target !== undefined, url)
    if (anchor !== undefined) assert.ok(target.includes(`id="${anchor}"`), url)
  }
  const kinds = Map.groupBy(entries, ({ kind }) => kind)
  assert.deepEqual([...kinds.keys()].toSorted(), [
    'Error',
    'Guide',
    'Object',
    'Operation',
    'Reference',
    'Section',
    'Webhook event',
  ])
})

test('an unknown docs page is a 404 with links to other pages', async () => {
  for (const url of [
    '/docs/nothing',
    '/docs/guides/nothing',
    '/docs/guides/nothing.md',
    '/docs/guides/paging/more',
    '/docs/reference/nothing',
    '/docs/reference/..%2F..%2Fdocs',
    '/docs/reference/*',
  ]) {
    const { statusCode, headers, body } = await app.inject({ url })
    assert.deepEqual([statusCode, headers['cache-control']], [404, 'no-store'], url)
    assert.equal(headers['content-type'], 'text/html; charset=utf-8')
    assert.match(String(headers['content-security-policy']), /script-src 'self';/)
    assert.match(body, /<h1>Page not found<\/h1>[\s\S]*\/docs\/guides\/first-request/)
    assert.match(body, /data-index=/, 'and it can be searched from there')
  }
  const accept = 'application/json'
  const asJson = await app.inject({ url: '/docs/nothing', headers: { accept } })
  assert.deepEqual([asJson.statusCode, asJson.json().code], [404, 'route_not_found'])
  assert.equal((await app.inject({ url: '/docs/assets/none' })).statusCode, 404)
})

const textOf = (page: string): string =>
  page
    .replace(/<[^>]+>/g, '')
    .replace(/&#(?:39|x27);/g, "'")
    .replaceAll('&amp;', '&')

const readPolicy = (header: unknown): ReadonlyMap<string, string> =>
  new Map(
    String(header)
      .split('; ')
      .map((directive) => {
        const [name = '', ...sources] = directive.split(' ')
        return [name, sources.join(' ')]
      }),
  )

test('the docs use the name and accent colour of the adoption site, with readable contrast', async () => {
  const settings = { SITE_NAME: 'Paws <b>&</b> Whiskers', SITE_COLOR: '#ffff00' }
  await using other = await testApp({ settings })
  const bodyOf = async (url: string) => (await other.inject({ url })).body
  const landing = await bodyOf('/docs')
  const name = 'Paws &lt;b&gt;&amp;&lt;/b&gt; Whiskers API'
  for (const part of [`<title>${name}</title>`, `<h1>${name}</h1>`, `<span>${name}</span>`]) {
    assert.ok(landing.includes(part), part)
  }
  assert.doesNotMatch(landing, /Adoption Store API|<b>&/)
  assert.ok((await bodyOf('/docs/guides/paging')).includes(` - ${name}</title>`))
  const [styles = ''] = /\/docs\/assets\/docs\.[\w-]+\.css/.exec(landing) ?? []
  const accents = [...(await bodyOf(styles)).matchAll(/--accent: ?light-dark\((#\w+), ?(#\w+)\)/g)]
  const [, light = '', dark] = accents.at(-1) ?? []
  assert.equal(dark, '#ffff00')
  assert.ok(contrast(light, '#ffffff') >= 4.5, light)
  const [icon = ''] = /\/docs\/assets\/icon\.[\w-]+\.svg/.exec(landing) ?? []
  assert.ok((await bodyOf(icon)).includes(`fill="${light}"`))
})

test('programs can search the docs and read the operations of a tag as Markdown', async () => {
  const { body, headers } = await read('/docs/search.json?q=how+to+paginate')
  assert.equal(headers['content-type'], 'application/json; charset=utf-8')
  const { isMatch, results } = JSON.parse(body)
  assert.ok(isMatch)
  assert.equal(results[0].path, '/docs/guides/paging')
  assert.deepEqual(Object.keys(results[0]), ['kind', 'title', 'hint', 'path', 'excerpt'])
  assert.equal(JSON.parse((await read('/docs/search.json?q=qqqqxx')).body).isMatch, false)
  const long = 'x'.repeat(101)
  for (const query of ['', '?q=', `?q=${long}`, '?q=a+b+c+d+e+f-g.h:i+jKl']) {
    const refused = await app.inject({ url: `/docs/search.json${query}` })
    assert.deepEqual([refused.statusCode, refused.json().errors[0].field], [400, 'q'])
  }
  const text = (await read('/docs/reference/animals.md')).body
  assert.match(text, /^- POST \/pets; Add an animal;/m)
  assert.doesNotMatch(text, /^- GET \/store\/orders;/m)
  assert.match((await read('/docs/reference.md')).body, /^- GET \/store\/orders;/m)
})

test('the changelog lists the additions and changes of each release as a page, as Markdown and as a feed', async () => {
  const { body: markdown, headers } = await read('/docs/changelog.md')
  assert.match(String(headers['content-type']), /^text\/markdown/)
  const sections = markdown.split(/^## /m)
  const section = (title: string) => sections.find((text) => text.startsWith(title)) ?? ''
  const newest = section('1.2.0')
  assert.match(newest, /### Added\n\n[^#]*`PATCH \/v1\/pets:batch` Update many animals/)
  assert.match(newest, /### Changed\n\n[^#]*`GET \/v1\/animals` [^\n]*takes the parameter `include`/)
  assert.notEqual(section('1.1.0 (2026-11-25)'), '')
  assert.match(section('1.0.0'), /^1\.0\.0 \(2026-11-21\)\n\nThe first release\./)
  const { body: page } = await read('/docs/changelog')
  assert.match(page, /<a href="\/docs\/reference\/animals#updatePets"/)
  const { body: feed, headers: ofFeed } = await read('/docs/changelog.atom')
  assert.match(String(ofFeed['content-type']), /^application\/atom\+xml/)
  assert.match(feed, /<id>http:\/\/127\.0\.0\.1:8123\/docs\/changelog#1\.1\.0<\/id>/)
  assert.equal(feed.match(/<entry>/g)?.length, feed.match(/<\/entry>/g)?.length)
})

test('the changelog of the current release has no fields that a snapshot leaves out', async () => {
  const { body } = await read('/docs/changelog.md')
  assert.doesNotMatch(body, /\.examples`/)
})

test('the changelog lists removal dates as a page, as Markdown and as a feed', async () => {
  const { body: markdown } = await read('/docs/changelog.md')
  const [ends = ''] = markdown.split(/^## /m).slice(1)
  assert.match(ends, /^What ends when\n/)
  assert.match(
    ends,
    /^\| `GET \/v1\/pets\/\{petId\}` \| 5 December 2025 \| 5 December 2030 \| `\/v1\/pets`: see \[the guide\]\(\/docs\/guides\/deprecated-read\) \|$/m,
  )
  const { body: page } = await read('/docs/changelog')
  assert.match(page, /<h2 id="what-ends-when"/)
  assert.match(page, /href="\/docs\/reference\/animals#getPet"/)
  assert.match(page, /href="\/docs\/guides\/deprecated-read"/)
  const { body: feed } = await read('/docs/changelog.atom')
  assert.match(feed, /<id>http:\/\/127\.0\.0\.1:8123\/docs\/changelog#ends-getPet<\/id>/)
  assert.match(feed, /will be removed on 5 December 2030/)
})

test('the changelog announces the coming changes of CHANGELOG.md as a page, as Markdown and as a feed', async () => {
  const [newest] = await comingChanges()
  assert.ok(newest)
  const { body: markdown } = await read('/docs/changelog.md')
  const title = `## Unreleased, coming changes\n\n### Announced on ${newest.date}\n\n`
  assert.ok(markdown.includes(title + newest.text))
  const id = `announced-on-${newest.date}`
  const { body: page } = await read('/docs/changelog')
  assert.ok(page.includes(`<h3 id="${id}"`))
  const { body: feed } = await read('/docs/changelog.atom')
  assert.ok(feed.includes(`<id>http://127.0.0.1:8123/docs/changelog#${id}</id>`))
  const dates = [...feed.matchAll(/<updated>(.*)<\/updated>/g)].map(([, date]) => date)
  assert.ok(dates[0] !== undefined && dates[0] >= `${newest.date}T00:00:00Z`)
})

test('other requests are served between two searches', async () => {
  const search = () => app.inject({ url: '/docs/search.json?q=how+to+upload+many+photos' })
  await search()
  const order: string[] = []
  const searches = Array.from({ length: 15 }, () => search().then(() => order.push('search')))
  await setImmediate()
  const other = app.get('/v1/rate-limit').then(() => order.push('other'))
  await Promise.all([...searches, other])
  assert.ok(order.indexOf('other') < order.length - 1, order.join(' '))
})
