import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { Client } from 'pg'
import { isScope } from '../../server/listings/listing-counts.repository.ts'
import { textOf, vectorOf } from '../../server/listings/listing-index.repository.ts'
import { makeRow, seqFor } from '../../server/listings/listing-row.ts'
import { facetBits } from '../../server/listings/traits.ts'
import { foldName } from '../../server/pets/pet.ts'
import { stringifyJson } from '../../server/platform/http/json.ts'
import type { PublicFacts } from '../../server/profiles/profile.ts'
import { noFacts } from '../../server/profiles/profile-facts.ts'
import { coats, sexes, sizes, species } from '../../server/profiles/profile-values.ts'
import type { Engine } from './engines.ts'
import { seeded } from './seeded.ts'

export const ORGANIZATIONS = 200
/** So many were published each hour, up to now. */
const AN_HOUR = 12
const HOUR_MS = 3_600_000
const YEAR_MS = 8_766 * HOUR_MS
const AT_ONCE = 1_000

type Many = {
  engine: Engine
  url: string
  count: number
  /** The same for two databases that are to have the same. */
  nowMs?: number
}
type Row = Record<string, string | number | bigint | null>

/**
 * Published animals, `count` of them, in an empty database: the rows that the service would make of them, written table by
 * table. Through the API, a million would take a day.
 */
export const addListings = async ({
  engine,
  url,
  count,
  nowMs = Date.now(),
}: Many): Promise<void> => {
  const sink = engine === 'sqlite' ? fileSink(url) : await serverSink(url)
  const random = seeded(14)
  const counts = countsOfAll()
  await sink.insert(organizationRows(random, nowMs))
  for (let at = 0; at < count; at += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - at) }, (_, n) => at + n)
    const tables = tablesOf(engine)
    for (const n of some) {
      const publishedAt = BigInt(nowMs) - BigInt(Math.floor(((count - n) / AN_HOUR) * HOUR_MS))
      counts.add(tables.add({ id: BigInt(n + 1), publishedAt, nowMs, random }))
    }
    await sink.insert(tables.rows)
  }
  const all = counts.rows()
  for (let at = 0; at < all.length; at += AT_ONCE) {
    await sink.insert({ listing_counts: all.slice(at, at + AT_ONCE) })
  }
  await sink.end()
}

const organizationRows = (random: () => number, nowMs: number) => {
  const ids = Array.from({ length: ORGANIZATIONS }, (_, n) => n + 1_000)
  return {
    accounts: ids.map((id) => ({ id, name: `org ${id}`, plan: 'free', created_at: nowMs })),
    organizations: ids.map((id) => ({
      ...{ account_id: id, name: `Shelter ${id}`, city: 'Berlin', country: 'DE' },
      ...{ latitude: 47 + random() * 8, longitude: 6 + random() * 9, updated_at: nowMs },
    })),
  }
}

type Animal = { id: bigint; publishedAt: bigint; nowMs: number; random: () => number }

const tablesOf = (engine: Engine) => {
  const rows = {
    pets: [] as Row[],
    profiles: [] as Row[],
    listings: [] as Row[],
    listing_terms: [] as Row[],
    listing_search: [] as Row[],
  }
  return {
    rows,
    add({ id, publishedAt, nowMs, random }: Animal) {
      const { name, status, facts } = animalOf(random, nowMs)
      const account_id = BigInt(1_000 + Math.floor(random() ** 2 * ORGANIZATIONS))
      const pet = { id, account_id, name, name_folded: foldName(name), status }
      const shown = stringifyJson(facts)
      const profile = { published_at: publishedAt, facts: shown }
      const { row, tokens } = makeRow({ ...pet, ...profile }, undefined, nowMs)
      const seq = seqFor(id, publishedAt)
      const terms: string[] = JSON.parse(row.terms)
      rows.pets.push({ ...pet, category_id: id % 50n })
      rows.profiles.push({ pet_id: id, updated_at: publishedAt, ...profile })
      rows.listings.push({ ...row, seq })
      const { traits, text_bits, born } = row
      for (const term of terms) {
        rows.listing_terms.push({
          term,
          status,
          published_at: publishedAt,
          pet_id: id,
          born,
          traits,
          text_bits,
          account_id,
        })
      }
      rows.listing_search.push(
        engine === 'sqlite'
          ? { rowid: seq, tokens: textOf(tokens) }
          : { seq, tokens: vectorOf(tokens, seq) },
      )
      return { status, traits, published_at: publishedAt, terms }
    },
  }
}

type Counted = { status: string; traits: bigint; published_at: bigint; terms: string[] }

/** How many have a term and the same facets: animals come in the order in which they were published. */
const countsOfAll = () => {
  const byKey = new Map<string, Row & { total: number }>()
  return {
    add({ status, traits, published_at: newest, terms }: Counted) {
      const facets = traits & facetBits
      for (const scope of terms.filter(isScope)) {
        const key = `${scope} ${status} ${facets}`
        const known = byKey.get(key)
        if (known) Object.assign(known, { total: known.total + 1, newest })
        else byKey.set(key, { scope, status, traits: facets, total: 1, oldest: newest, newest })
      }
    },
    rows: () => [...byKey.values()],
  }
}

const syllables =
  'ba be bo ca co da di fe ga gi ha jo ka ki la le lo lu ma mi mo na ne no pa pe'.split(' ')
const breeds = Array.from({ length: 120 }, (_, n) => `Breed${n} ${n % 2 ? 'Terrier' : 'Collie'}`)
const colors = ['black', 'white', 'brown', 'red', 'grey', 'cream', 'blue', 'spotted', 'brindle']
const tags = Array.from({ length: 60 }, (_, n) => `tag ${n}`)
const vocabulary = Array.from({ length: 4_000 }, (_, n) => `word${n}`)
/** Characters of a text without spaces. */
const han = Array.from({ length: 800 }, (_, n) => String.fromCodePoint(0x4e00 + n * 7))

/** What nobody knows is left out of a third. */
const animalOf = (random: () => number, nowMs: number) => {
  const pick = <Value>(values: readonly Value[], skew = 1): Value =>
    values[Math.floor(random() ** skew * values.length)] as Value
  const maybe = <Value>(value: Value): Value | null => (random() < 0.67 ? value : null)
  const yesOrNo = () => maybe(random() < 0.6)
  const word = () =>
    Array.from({ length: 2 + Math.floor(random() * 2) }, () => pick(syllables)).join('')
  const facts: PublicFacts = {
    ...noFacts.shown,
    species: pick(species, 3),
    sex: maybe(pick(sexes)),
    size: maybe(pick(sizes)),
    coat: maybe(pick(coats)),
    breeds: {
      primary: maybe(pick(breeds, 2)),
      secondary: random() < 0.2 ? pick(breeds) : null,
      mixed: null,
    },
    birthDate: maybe(new Date(nowMs - random() ** 2 * 14 * YEAR_MS).toISOString().slice(0, 10)),
    colors: [...new Set([pick(colors, 2), pick(colors)])],
    tags: [...new Set([pick(tags, 3), pick(tags, 3), pick(tags)])],
    houseTrained: yesOrNo(),
    specialNeeds: random() < 0.08 ? 'A pill a day.' : null,
    goodWith: { children: yesOrNo(), dogs: yesOrNo(), cats: yesOrNo() },
    description: descriptionOf(random, pick),
  }
  const name =
    random() < 0.03 ? pick(han) + pick(han) : `${word()} ${random() < 0.2 ? word() : ''}`.trim()
  return { name, status: random() < 0.9 ? 'available' : 'pending', facts }
}

/** Words of which few are in most texts; some texts of Chinese characters, and some as long as may be. */
const descriptionOf = (
  random: () => number,
  pick: (values: readonly string[], skew: number) => string,
): string => {
  const isLong = random() < 0.0005
  if (random() < 0.03) {
    return Array.from({ length: isLong ? 10_000 : 60 }, () => pick(han, 2)).join('')
  }
  const words = Array.from({ length: isLong ? 1_200 : 10 + random() * 60 }, () =>
    pick(vocabulary, 4),
  )
  return words.join(' ').slice(0, 10_000)
}

type Tables = Record<string, readonly Row[]>
type Sink = { insert(tables: Tables): Promise<void>; end(): Promise<void> }

const fileSink = (url: string): Sink => {
  const connection = new DatabaseSync(url.replace('sqlite:', ''))
  // The database is thrown away, so it need not survive anything while it is filled.
  connection.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000; BEGIN')
  return {
    async insert(tables) {
      for (const [table, rows] of Object.entries(tables)) {
        const columns = Object.keys(rows[0] ?? {})
        const statement = connection.prepare(
          `INSERT INTO ${table} (${columns}) VALUES (${columns.map(() => '?')})`,
        )
        statement.setReadBigInts(true)
        for (const row of rows) statement.run(...(Object.values(row) as SQLInputValue[]))
      }
    },
    async end() {
      connection.exec(`COMMIT; PRAGMA wal_checkpoint(TRUNCATE)`)
      connection.close()
    },
  }
}

const SEARCH_INDEX = 'listing_search_tokens'

const serverSink = async (url: string): Promise<Sink> => {
  const client = new Client(url)
  await client.connect()
  const { rows } = await client.query('select indexdef from pg_indexes where indexname = $1', [
    SEARCH_INDEX,
  ])
  // Made at once when everything is there.
  await client.query(`set synchronous_commit = off; drop index ${SEARCH_INDEX}`)
  return {
    async insert(tables) {
      for (const [table, all] of Object.entries(tables)) {
        const columns = Object.keys(all[0] ?? {})
        await client.query(
          `insert into ${table} (${columns})
           select ${columns} from json_populate_recordset(null::${table}, $1::json)`,
          [stringifyJson(all)],
        )
      }
    },
    async end() {
      await client.query(`set maintenance_work_mem = '1GB'`)
      await client.query(rows[0].indexdef)
      // What happens by itself some time after so many changes.
      await client.query(`select setval('pets_id_seq', (select max(id) from pets))`)
      await client.query('vacuum analyze')
      await client.end()
    },
  }
}
