import { parseInt64 } from '../../platform/http/int64.ts'
import { foreignCursor } from '../../requests/api/page.ts'
import type { NewestRow, PersonRow } from './people.repository.ts'

/** The row before which each stream continues; undefined for its newest end. */
type Places = readonly (bigint | undefined)[]

/** A list of records of people, read from its newest row. */
type PeopleStream = {
  walk(beforeId: bigint | undefined, limit: number): Promise<PersonRow[]>
  /** The newest rows of some people. */
  newest(keys: readonly string[]): Promise<NewestRow[]>
}

type Streams = readonly PeopleStream[]

type Wanted = { after: readonly string[] | undefined; limit: number }

/**
 * The most rows read from a stream at a time. Reads grow, as one person may have sent very many.
 */
const MAX_STEP = 4_000

/**
 * Merges several streams into a list of people, last seen first: each person is listed at their
 * newest row in any stream. Reads no more of the streams than needed. Throws `invalid_cursor`.
 */
export const listPeople = async (
  streams: Streams,
  { after, limit }: Wanted,
): Promise<{ rows: PersonRow[]; next: string[] | undefined }> => {
  const heads = readPlaces(after, streams.length).map((place): Head => ({ place, waiting: [], isEnd: false }))
  const rows: PersonRow[] = []
  const latest = new Map<string, LatestRow>()
  let next: Places | undefined
  for (let step = limit + 1; ; step = Math.min(MAX_STEP, 2 * step)) {
    await fill(streams, heads, step)
    const passed = takeInOrder(heads)
    if (passed.length === 0) return { rows, next: undefined }
    await findLatestRows(streams, passed, latest)
    for (const { row, at, places } of passed) {
      const found = latest.get(row.key)
      if (found?.at !== at || found.row.id !== row.id) continue
      if (rows.length === limit) return { rows, next: next && writePlaces(next) }
      rows.push(row)
      next = places
    }
  }
}

/** The rows read from a stream; `place` is the last one that was merged. */
type Head = { place: bigint | undefined; waiting: PersonRow[]; isEnd: boolean }

const fill = async (streams: Streams, heads: readonly Head[], step: number): Promise<void> => {
  const reading = streams.map(async ({ walk }, at) => {
    const head = heads[at]
    if (!head || head.isEnd || head.waiting.length > 0) return
    head.waiting = await walk(head.place, step)
    head.isEnd = head.waiting.length < step
  })
  await Promise.all(reading)
}

/** `places` is where each stream continues after the row. */
type Passed = { row: PersonRow; at: number; places: Places }

/** Merges the rows up to where a stream needs more of them. */
const takeInOrder = (heads: readonly Head[]): Passed[] => {
  const passed: Passed[] = []
  while (heads.every(({ isEnd, waiting }) => isEnd || waiting.length > 0)) {
    const [newest] = heads
      .flatMap((head, at) => (head.waiting[0] ? [{ head, at, row: head.waiting[0] }] : []))
      .sort(byTime)
    if (!newest) break
    newest.head.waiting.shift()
    newest.head.place = newest.row.id
    passed.push({ row: newest.row, at: newest.at, places: heads.map(({ place }) => place) })
  }
  return passed
}

/** The newest row of a person, and the index of its stream. */
type LatestRow = { at: number; row: NewestRow }

/** On equal times the first stream wins. People who are already known are not looked up again. */
const findLatestRows = async (
  streams: Streams,
  passed: readonly Passed[],
  latest: Map<string, LatestRow>,
): Promise<void> => {
  const keys = new Set(passed.map(({ row }) => row.key).filter((key) => !latest.has(key)))
  for (const [at, { newest }] of streams.entries()) {
    for (const row of await newest([...keys])) {
      const known = latest.get(row.key)
      if (!known || byTime({ at, row }, known) < 0) latest.set(row.key, { at, row })
    }
  }
}

type Timed = { at: number; row: Pick<PersonRow, 'created_at'> }

const byTime = (one: Timed, other: Timed): number =>
  Number(other.row.created_at - one.row.created_at) || one.at - other.at

const readPlaces = (after: readonly string[] | undefined, count: number): Places => {
  if (after === undefined) return Array.from({ length: count }, () => undefined)
  if (after.length !== count) throw foreignCursor()
  return after.map((text) => {
    const id = text === '' ? undefined : parseInt64(text)
    if (text !== '' && id === undefined) throw foreignCursor()
    return id
  })
}

const writePlaces = (places: Places): string[] => places.map((id) => (id === undefined ? '' : String(id)))
