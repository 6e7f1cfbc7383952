import {
  type AdoptionStore,
  ApiError,
  type Int64,
  type NewPet,
  type Pet,
  type PetBatch,
  type PetBatchResults,
  type ProfileBatch,
  type ProfilePatch,
} from '@adoption-store/client'
import type { Fault, ImportRow } from './import-file.ts'
import type { Counts, RejectedRow } from './import-outcome.ts'

type Part = {
  store: AdoptionStore
  accountId: Int64 | undefined
  rows: readonly ImportRow[]
  /** Names the requests of this part. */
  key: string
}

type AnimalRow = Extract<ImportRow, { pet: object }>
type PartResult = Counts & { rejected: RejectedRow[] }

/**
 * Brings in some rows: those without an id as new animals, the others as changes. Throws what is no fault of a row: then
 * the same part can be sent again, and what was already done is not done twice.
 */
export const importPart = async ({ store, accountId, rows, key }: Part): Promise<PartResult> => {
  const result: PartResult = { added: 0, updated: 0, unchanged: 0, rejected: [] }
  const animals: AnimalRow[] = []
  for (const row of rows) {
    if ('fault' in row) result.rejected.push(rejected(row, [row.fault]))
    else animals.push(row)
  }
  const added = animals.filter(({ id }) => id === undefined)
  const known = animals.filter(({ id }) => id !== undefined)
  if (added.length > 0) await add({ store, accountId, key, rows: added }, result)
  if (known.length > 0) await change(store, known, result)
  result.rejected.sort((one, other) => one.line - other.line)
  return result
}

const rejected = ({ line, raw }: ImportRow, faults: readonly Fault[]): RejectedRow => ({
  line,
  raw,
  faults,
})

type Addition = Omit<Part, 'rows'> & { rows: readonly AnimalRow[] }

const add = async ({ store, accountId, key, rows }: Addition, result: PartResult) => {
  // What is wrong with a row is for the API to say.
  const batch: PetBatch = { pets: rows.map(({ pet }) => pet as NewPet) }
  const options = { idempotencyKey: `${key}-pets` }
  const query = accountId === undefined ? undefined : { accountId }
  const { results } = await store.request<PetBatchResults>(
    { method: 'POST', path: '/pets:batch', query, body: batch },
    options,
  )
  const withProfile: { row: AnimalRow; petId: Int64 }[] = []
  for (const [at, row] of rows.entries()) {
    const { pet, error } = results[at] ?? {}
    if (!pet) {
      result.rejected.push(rejected(row, faultsOf(error)))
      continue
    }
    result.added += 1
    if (row.profile) withProfile.push({ row, petId: pet.id })
  }
  for (const [at, some] of inPieces(withProfile).entries()) {
    const profiles = some.map(({ row, petId }) => ({ petId, ...row.profile }))
    const answer = await store.profiles.batch({ profiles } as ProfileBatch, {
      idempotencyKey: `${key}-profiles-${at}`,
    })
    for (const [place, { row }] of some.entries()) {
      const { error } = answer.results[place] ?? {}
      if (error) result.rejected.push(rejected(row, faultsOf(error, 'added without its profile: ')))
    }
  }
}

/** So many characters are far below what a request may have. */
const MAX_CHARACTERS = 100_000

const inPieces = <Item extends { row: AnimalRow }>(items: readonly Item[]): Item[][] => {
  const pieces: Item[][] = []
  let size = Number.POSITIVE_INFINITY
  for (const item of items) {
    size += item.row.raw.length
    if (size > MAX_CHARACTERS) {
      pieces.push([])
      size = item.row.raw.length
    }
    pieces.at(-1)?.push(item)
  }
  return pieces
}

const change = async (store: AdoptionStore, rows: readonly AnimalRow[], result: PartResult) => {
  const ids = rows.flatMap(({ id }) => id ?? [])
  const { items } = await store.pets.list({ id: ids, limit: 100 })
  const pets = new Map(items.map((pet) => [String(pet.id), pet]))
  const seen = new Set<string>()
  for (const row of rows) {
    const pet = pets.get(String(row.id))
    if (!pet || seen.has(String(row.id))) {
      result.rejected.push(rejected(row, [pet ? twice(row) : unknown(row)]))
      continue
    }
    seen.add(String(row.id))
    try {
      if (await changeOne(store, pet, row)) result.updated += 1
      else result.unchanged += 1
    } catch (error) {
      if (!isOfRow(error)) throw error
      result.rejected.push(rejected(row, faultsOf(error)))
    }
  }
}

const unknown = ({ id }: AnimalRow): Fault => ({
  field: 'id',
  code: 'pet_not_found',
  message: 'no animal has this id; a row without an id adds one',
  value: String(id),
})

const twice = ({ id }: AnimalRow): Fault => ({
  field: 'id',
  code: 'duplicate',
  message: 'an earlier row has the same id',
  value: String(id),
})

/** Whether there was anything to change. */
const changeOne = async (store: AdoptionStore, pet: Pet, row: AnimalRow): Promise<boolean> => {
  const differs = Object.entries(row.pet).filter(
    ([field, value]) => String(pet[field as keyof Pet]) !== String(value),
  )
  if (differs.length > 0) await store.pets.update(pet.id, Object.fromEntries(differs))
  if (row.profile) await store.profiles.update(pet.id, row.profile as ProfilePatch)
  return differs.length > 0 || row.profile !== undefined
}

/** The row itself was refused; waiting or signing in again would change nothing. */
const isOfRow = (error: unknown): error is ApiError =>
  error instanceof ApiError && [400, 403, 404, 409, 413, 422].includes(error.status)

type Refusal = {
  code?: string
  reason?: string
  message?: string
  errors?: readonly { field: string; code: string; message: string }[]
}

const faultsOf = (error: Refusal | undefined, prefix = ''): Fault[] => {
  const { code = 'not_added', errors = [] } = error ?? {}
  const text = error?.reason ?? error?.message ?? 'was not added'
  if (errors.length === 0) return [{ field: '', code, message: prefix + text }]
  return errors.map((one) => ({
    field: one.field.replace(/^(pets|profiles)\.\d+\.?/, ''),
    code: one.code,
    message: prefix + one.message,
  }))
}
