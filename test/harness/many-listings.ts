import { foldName, searchedName } from '../../server/animals/pets/pet.ts'
import { profileFacts } from '../../server/catalogue/animal-list/animal-facts.repository.ts'
import { makeRow, seqFor } from '../../server/catalogue/listings/listing-row.ts'
import { stringifyJson } from '../../server/platform/http/json.ts'
import { dayAt } from '../../server/platform/time.ts'
import type { Engine } from './engines.ts'
import type { Row, Text } from './listing-copies.ts'
import { fileSink } from './listing-file.ts'
import { serverSink } from './listing-server.ts'
import { animalOf } from './many-animals.ts'
import { seeded } from './seeded.ts'

export const ORGANIZATIONS = 200
/** The time between two published animals: twelve an hour, up to now. */
const STEP_MS = 300_000
const AT_ONCE = 1_000
/** So many animals differ; the others are copies that were published later. */
const DISTINCT = 100_000

type Many = {
  engine: Engine
  url: string
  /** If greater than `distinct`, it must be a multiple of it. */
  count: number
  distinct?: number
  /** Gives two databases the same content. */
  nowMs?: number
}

/**
 * Adds `count` published animals to an empty database: writes the rows that the service would make, table by table, and
 * lets the database copy them. Through the API, a million would take a day.
 */
export const addListings = async (many: Many): Promise<void> => {
  const { engine, url, count, nowMs = Date.now() } = many
  const distinct = Math.min(many.distinct ?? DISTINCT, count)
  const copies = count / distinct
  if (!Number.isInteger(copies)) throw new Error(`${count} is no multiple of ${distinct}`)
  const copying = { copies, ids: distinct, ms: distinct * STEP_MS }
  const sink = engine === 'sqlite' ? fileSink(url, copying) : await serverSink(url, copying)
  const random = seeded(14)
  await sink.insert(organizationRows(random, nowMs))
  for (let at = 0; at < distinct; at += AT_ONCE) {
    const tables = tablesOf()
    for (let n = at; n < Math.min(at + AT_ONCE, distinct); n += 1) {
      const publishedAt = BigInt(nowMs) - BigInt(count - n) * BigInt(STEP_MS)
      tables.add({ id: BigInt(n + 1), publishedAt, nowMs, random })
    }
    await sink.insert(tables.rows)
    await sink.index(tables.texts)
  }
  if (copies > 1) await sink.multiply()
  await sink.end()
}

const organizationRows = (random: () => number, nowMs: number) => {
  const ids = Array.from({ length: ORGANIZATIONS }, (_, n) => n + 1_000)
  return {
    accounts: ids.map((id) => ({ id, name: `org ${id}`, plan: 'free', created_at: nowMs })),
    organizations: ids.map((id) => ({
      account_id: id,
      name: `Shelter ${id}`,
      city: 'Berlin',
      country: 'DE',
      latitude: 47 + random() * 8,
      longitude: 6 + random() * 9,
      updated_at: nowMs,
    })),
  }
}

type Animal = { id: bigint; publishedAt: bigint; nowMs: number; random: () => number }

const tablesOf = () => {
  const rows = {
    pets: [] as Row[],
    profiles: [] as Row[],
    listings: [] as Row[],
    listing_changes: [] as Row[],
  }
  const texts: Text[] = []
  return {
    rows,
    texts,
    add({ id, publishedAt, nowMs, random }: Animal) {
      const { name, status, facts } = animalOf(random, nowMs)
      const account_id = BigInt(1_000 + Math.floor(random() ** 2 * ORGANIZATIONS))
      const name_folded = foldName(name)
      const pet = { id, account_id, name, name_folded, status }
      const shown = stringifyJson(facts)
      const profile = { published_at: publishedAt, facts: shown }
      const { row, tokens } = makeRow({ ...pet, ...profile }, undefined, nowMs)
      const seq = seqFor(id, publishedAt)
      rows.pets.push({
        ...pet,
        category_id: id % 50n,
        name_search: searchedName(name, name_folded),
        added_at: publishedAt,
        updated_at: publishedAt,
        published: 1n,
        waiting_since: dayAt(Number(publishedAt)),
        ...profileFacts(shown),
      })
      rows.profiles.push({ pet_id: id, updated_at: publishedAt, ...profile })
      rows.listings.push({ ...row, seq })
      rows.listing_changes.push({ pet_id: id, change_id: id })
      texts.push({ pet_id: id, published_at: publishedAt, seq, tokens })
    },
  }
}
