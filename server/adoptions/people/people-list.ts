import { parseInt64 } from '../../platform/http/int64.ts'
import type { MaybePromise } from '../../platform/maybe-promise.ts'
import { foreignCursor } from '../../requests/api/page.ts'
import type { NewestRow, PersonRow } from './people.repository.ts'

/** Before which row each stream goes on; from its end where nothing is said. */
type Places = readonly (bigint | undefined)[]

/** What people have sent, as several streams, of which each is read from its end. */
type Streams = {
  count: number
  walk(at: number, beforeId: bigint | undefined, limit: number): MaybePromise<PersonRow[]>
  /** The newest rows of some people in a stream. */
  newest(at: number, keys: readonly string[]): MaybePromise<NewestRow[]>
}

type Wanted = { after: readonly string[] | undefined; limit: number }

/** Rows that are read of a stream at a time: more with each time, as somebody may have sent very many. */
const MAX_STEP = 4_000

/**
 * The people behind several streams, whoever was seen last first: each stands where their newest row is, whichever stream
 * that is in. Reads no more of the streams than it passes. Throws `invalid_cursor`.
 */
export const listPeople = async (
  streams: Streams,
  { after, limit }: Wanted,
): Promise<{ rows: PersonRow[]; next: string[] | undefined }> => {
  const heads = readPlaces(after, streams.count).map(
    (place): Head => ({ place, waiting: [], isEnd: false }),
  )
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

/** What was read of a stream: `place` is the last row that was passed. */
type Head = { place: bigint | undefined; waiting: PersonRow[]; isEnd: boolean }

const fill = async (streams: Streams, heads: readonly Head[], step: number): Promise<void> => {
  const reading = heads.map(async (head, at) => {
    if (head.isEnd || head.waiting.length > 0) return
    head.waiting = await streams.walk(at, head.place, step)
    head.isEnd = head.waiting.length < step
  })
  await Promise.all(reading)
}

/** `places` is where each stream goes on after the row. */
type Passed = { row: PersonRow; at: number; places: Places }

/** The rows up to where one of the streams has to be read on. */
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

/** A person is listed at their newest row: its stream and the row. */
type LatestRow = { at: number; row: NewestRow }

/** Of equal times, the first stream has it. Whoever is known already is not looked for again. */
const findLatestRows = async (
  streams: Streams,
  passed: readonly Passed[],
  latest: Map<string, LatestRow>,
): Promise<void> => {
  const keys = new Set(passed.map(({ row }) => row.key).filter((key) => !latest.has(key)))
  for (let at = 0; at < streams.count; at += 1) {
    for (const row of await streams.newest(at, [...keys])) {
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

const writePlaces = (places: Places): string[] =>
  places.map((id) => (id === undefined ? '' : String(id)))
