import type { Pet, PetFilter } from '../pets/pet.ts'
import type { PetList } from '../pets/pets.repository.ts'
import { stringifyJson } from '../platform/http/json.ts'
import type { MaybePromise } from '../platform/maybe-promise.ts'
import type { Database } from '../platform/storage/database.ts'
import { readSnapshot } from '../platform/storage/snapshot.ts'
import { csvLine, spreadsheetText } from './csv.ts'
import { type Format, ownerColumn, petColumns } from './transfer.ts'

type Query = Database['read']

type Deps = {
  database: Database
  listPets: (query: Query, list: PetList) => MaybePromise<Pet[]>
  /** Whose some animals are. */
  findOwners: (query: Query, ids: readonly bigint[]) => Promise<ReadonlyMap<bigint, bigint>>
  countPets: (query: Query, filter: PetFilter) => MaybePromise<number>
}

export type ExportOrder = {
  format: Format
  /** CSV whose names are text to a spreadsheet, whatever they begin with. */
  forSpreadsheets?: boolean
  /** Says of each animal whose it is. */
  withOwners?: boolean
  filter: Pick<PetFilter, 'status' | 'categoryId'>
  /** Takes a piece of the file; it is waited for. */
  write: (text: string) => Promise<void>
  /** Called for each page, with the total; without it the animals are not counted. */
  onProgress?: ((rows: number, total: number) => void) | undefined
}

const PAGE = 2_000

/** Exports animals to a file, by id, as of one moment. */
export const exportService = ({ database, listPets, findOwners, countPets }: Deps) => ({
  /** Returns how many there are. */
  run: ({
    format,
    withOwners,
    filter,
    write,
    onProgress,
    ...options
  }: ExportOrder): Promise<number> =>
    readSnapshot(database, async (query) => {
      const columns = withOwners ? [...petColumns, ownerColumn] : petColumns
      if (format === 'csv') await write(csvLine(columns))
      const csv = options.forSpreadsheets ? spreadsheetPet : csvPet
      const line = format === 'csv' ? csv : ndjsonPet
      const total = onProgress ? await countPets(query, filter) : 0
      let rows = 0
      let afterId: bigint | undefined
      for (;;) {
        const page = await listPets(query, { filter, descending: false, afterId, limit: PAGE })
        const ids = page.map(({ id }) => id)
        const owners = withOwners ? await findOwners(query, ids) : undefined
        if (page.length > 0) await write(page.map((pet) => line(pet, owners?.get(pet.id))).join(''))
        rows += page.length
        onProgress?.(rows, total)
        afterId = page.at(-1)?.id
        if (page.length < PAGE) return rows
      }
    }),
})

type Line = (pet: Pet, ownerId: bigint | undefined) => string

const csvPet: Line = ({ id, name, categoryId, status }, ownerId) =>
  csvLine([
    ...[String(id), name, String(categoryId), status],
    ...(ownerId === undefined ? [] : [String(ownerId)]),
  ])

const spreadsheetPet: Line = (pet, ownerId) =>
  csvPet({ ...pet, name: spreadsheetText(pet.name) }, ownerId)

const ndjsonPet: Line = ({ id, name, categoryId, status }, ownerId) =>
  `${stringifyJson({ id, name, categoryId, status, ...(ownerId !== undefined && { [ownerColumn]: ownerId }) })}\n`
