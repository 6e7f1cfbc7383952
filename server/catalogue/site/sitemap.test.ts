import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { engines, freshDatabase } from '../../../test/harness/engines.ts'
import { addListings } from '../../../test/harness/many-listings.ts'
import { patientDatabase } from '../../../test/harness/patient-database.ts'
import { openDatabase } from '../../program/open-database.ts'
import type { Visit } from '../../requests/api/portal-page.ts'
import { listingAddresses } from '../listings/listing-addresses.service.ts'
import { listingCache } from './listing-cache.ts'
import { type CachedPage, pageCache } from './page-cache.ts'
import { sitemapService } from './sitemap.service.ts'

const LISTINGS = 1_200

for (const engine of engines) {
  test(`${engine}: a sitemap file names each animal once, is made in batches, and is the same compressed or not`, async () => {
    await using opened = new AsyncDisposableStack()
    const { url, remove } = await freshDatabase(engine)
    opened.defer(remove)
    await addListings({ engine, url, count: LISTINGS, distinct: 100 })
    const database = await openDatabase(patientDatabase(url))
    opened.defer(database.close)
    const all = listingAddresses({ database })
    const sizes: number[] = []
    const service = sitemapService({
      addresses: {
        next: all.next,
        async *list(client, range) {
          for await (const some of all.list(client, range)) {
            sizes.push(some.length)
            yield some
          }
        },
      },
    })
    const clock = { steadyMs: () => 0, nowMs: () => 0 }
    const cache = listingCache<CachedPage>({ ...clock, maxSize: 1_000_000 })
    const serve = pageCache({ cache, isCurrent: () => true })
    const pageFor = async (encoding: string) => {
      const headers = { 'accept-encoding': encoding }
      // The only properties that are read.
      const visit = { headers, origin: 'https://shop.example', address: '127.0.0.1' } as Visit
      const at = { ...visit, url: '/sitemaps/0.xml' }
      const reply = await serve(at, () => service.page(at, '0.xml'))
      assert.ok(reply)
      assert.equal(reply.headers?.includes(encoding), encoding !== 'identity')
      return Buffer.from(reply.body ?? '')
    }
    const body = await pageFor('gzip')
    const text = await pageFor('identity')
    assert.ok(text.equals(gunzipSync(body)))
    const ids = [...text.toString().matchAll(/<url><loc>https:\/\/shop\.example\/adopt\/(\d+)[-<]/g)]
    assert.deepEqual(
      ids.map(([, id]) => Number(id)),
      Array.from({ length: LISTINGS }, (_, n) => n + 1),
    )
    assert.match(text.toString(), /^<\?xml .*<\/urlset>\n$/s)
    assert.equal(
      sizes.reduce((sum, size) => sum + size),
      LISTINGS,
      'it is made once',
    )
    assert.ok(Math.max(...sizes) <= 500)
  })
}
