import { type Command, Option } from 'commander'
import { listCategoryNames } from '../../animals/categories/categories.repository.ts'
import { hasNotes, listNotesOf } from '../../animals/notes/notes.repository.ts'
import { findOrganization } from '../../animals/organizations/organizations.repository.ts'
import { type PetStatus, petStatuses } from '../../animals/pets/pet.ts'
import { findOwners } from '../../animals/pets/pet-transfers.repository.ts'
import { countEveryPet, listPets } from '../../animals/pets/pets.repository.ts'
import { listPhotos } from '../../animals/photos/photos.repository.ts'
import { hasProfiles, listProfiles } from '../../animals/profiles/profiles.repository.ts'
import { type ExportResult, exportService } from '../../exchange/files/export.service.ts'
import { type Format, formatOf, formats } from '../../exchange/files/file-format.ts'
import { writeInPieces } from '../../platform/atomic-file.ts'
import { systemClock as clock } from '../../platform/clock.ts'
import { counted, was } from '../../platform/counted.ts'
import { printJson } from './output.ts'
import { progressBar } from './progress.ts'
import { stoppable } from './stop-signals.ts'
import { type Store, withDatabase } from './store.ts'
import { int64, UsageError } from './usage.ts'

type Options = {
  format?: Format
  status?: PetStatus
  category?: bigint
  withOwners?: true
  to?: 'petfinder'
  profiles: boolean
  forSpreadsheets?: true
  json?: true
}

export const exportCommand = (command: Command): void => {
  command
    .argument('<file>')
    .addOption(new Option('--format <format>', 'default: by the file name').choices(formats))
    .addOption(new Option('--status <status>', 'only animals with this status').choices(petStatuses))
    .option('--category <id>', 'only animals in this category', int64)
    .option('--with-owners', 'add a column accountId: whose each animal is')
    .addOption(new Option('--to <system>', 'as another system has animals').choices(['petfinder']))
    .option('--no-profiles', 'leave profiles and photos out')
    .option('--for-spreadsheets', 'write CSV in which spreadsheets leave texts as they are')
    .option('--json', 'print one JSON document')
    .addHelpText('after', help)
    .action(exportFile)
}

const help = `
All animals by id, as of one moment; later changes are not included. The file appears when it is complete, and replaces an
existing one. Names are written exactly, so that an import gives the same animals. A spreadsheet may run a name as a
formula, round a microchip number and drop the zeros before an id. For people who open the file in a spreadsheet,
--for-spreadsheets writes ' in front of such values, and "yes" in a last column, protectedText. An import removes the '
again from the rows that say so.

Where there are profiles, they are in the file with all that their owners know, and with the addresses of photos: a spreadsheet has
a column for each field, of which lists have a line for each item, and a line of JSON has "profile" and "photos", and
"notes" if there are any. An import takes them as they are. --to petfinder writes animals as version 2 of Petfinder's API has them,
and leaves out drafts, for which it has no word.

With --with-owners, and again with --with-owners, an import gives each animal back to its account. Without it, all that it
adds belongs to one account.`

const ownersNote = 'note: the file does not say whose the animals are; --with-owners adds that'

const exportFile = async (file: string, options: Options): Promise<void> => {
  const format = options.to ?? options.format ?? formatOf(file)
  if (!format) throw new UsageError(`give --format csv, ndjson or json: ${file} ends in none of them`)
  if (options.to && options.format && options.format !== 'json') {
    throw new UsageError(`--to ${options.to} writes JSON`)
  }
  const forSpreadsheets = options.forSpreadsheets === true
  if (forSpreadsheets && format !== 'csv') {
    throw new UsageError('--for-spreadsheets is only for CSV')
  }
  const isOutput = file === '-'
  if (isOutput && options.json) throw new UsageError('--json and - cannot be combined: both write to standard output')
  const filter = {
    ...(options.status && { status: options.status }),
    ...(options.category !== undefined && { categoryId: options.category }),
  }
  const bar = progressBar({ isQuiet: isOutput || options.json === true })
  const onProgress = bar.isShown ? (rows: number, total: number) => bar.show({ done: rows, total, rows }) : undefined
  const write = async ({ author, accounts, config, database }: Store, stopping: AbortSignal): Promise<ExportResult> => {
    const isShared = !options.withOwners && !options.to && (await accounts.list({ limit: 2 })).length > 1
    if (isShared && !options.json) console.error(ownersNote)
    await database.writeAs(author, async (trx) => trx.record({ kind: 'export begun' }))
    const { run } = exportService({
      database,
      listPets,
      findOwners,
      countPets: countEveryPet,
      hasProfiles,
      listProfiles,
      listPhotos,
      findOrganization,
      listCategoryNames,
      hasNotes,
      listNotes: listNotesOf,
    })
    return writeInPieces(file, stopping, (write) =>
      run({
        format,
        withOwners: options.withOwners === true,
        forSpreadsheets,
        withoutProfiles: !options.profiles,
        origin: config.publicUrl ?? `http://${config.host}:${config.port}`,
        hasSite: config.site.isOn,
        nowMs: clock.nowMs(),
        filter,
        write,
        onProgress,
      }),
    )
  }
  const { rows, drafts } = await stoppable((stopping) => withDatabase((store) => write(store, stopping))).finally(
    bar.clear,
  )
  if (options.json) return printJson({ file, rows, ...(options.to && { drafts }) })
  if (!isOutput) console.log(`${counted(rows, 'animal')} ${was(rows)} exported to ${file}.`)
  if (drafts > 0) console.error(`${counted(drafts, 'animal')} ${was(drafts)} left out as drafts.`)
}
