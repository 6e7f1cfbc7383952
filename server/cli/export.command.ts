import { type Command, Option } from 'commander'
import { type PetStatus, petStatuses } from '../pets/pet.ts'
import { countEveryPet, listPets } from '../pets/pets.repository.ts'
import { exportService } from '../transfer/export.service.ts'
import { type Format, formatOf, formats } from '../transfer/transfer.ts'
import { writeAtomically, writeToOutput } from './atomic-file.ts'
import { printJson } from './output.ts'
import { progressBar } from './progress.ts'
import { withDatabase } from './store.ts'
import { int64, UsageError } from './usage.ts'

type Options = {
  format?: Format
  status?: PetStatus
  category?: bigint
  forSpreadsheets?: true
  json?: true
}

export const exportCommand = (program: Command): void => {
  program
    .command('export <file>')
    .description('write the animals to a file of CSV or NDJSON; - writes standard output')
    .addOption(new Option('--format <format>', 'default: as the name ends').choices(formats))
    .addOption(new Option('--status <status>', 'only animals with it').choices(petStatuses))
    .option('--category <id>', 'only animals of it', int64)
    .option('--for-spreadsheets', 'CSV whose names no spreadsheet takes for formulas')
    .option('--json', 'print one JSON document')
    .addHelpText('after', help)
    .action(exportFile)
}

const help = `
All animals by their ids, as they are at one moment; what is written meanwhile is not in it. The file appears when it is
complete, in the place of one that is there. Names are written as they are, so that an import gives the same animals. A
spreadsheet may take one for a formula and run it: for people who open the file in one, --for-spreadsheets writes ' before
names that begin so. Such a file is not for import, which would keep the '.

Examples:
  export animals.csv
  export available.ndjson --status available
  export for-the-office.csv --for-spreadsheets
  export - --format csv --category 7 | gzip > cats.csv.gz`

const exportFile = async (file: string, options: Options): Promise<void> => {
  const format = options.format ?? formatOf(file)
  if (!format) throw new UsageError(`say --format csv or ndjson: ${file} does not end in either`)
  const forSpreadsheets = options.forSpreadsheets === true
  if (forSpreadsheets && format !== 'csv') {
    throw new UsageError('--for-spreadsheets is for CSV: no spreadsheet opens NDJSON')
  }
  const isOutput = file === '-'
  if (isOutput && options.json) throw new UsageError('--json and - both want standard output')
  const filter = {
    ...(options.status && { status: options.status }),
    ...(options.category !== undefined && { categoryId: options.category }),
  }
  const bar = progressBar({ isQuiet: isOutput || options.json === true })
  const onProgress = bar.isShown
    ? (rows: number, total: number) => bar.show({ done: rows, total, rows })
    : undefined
  const rows = await withDatabase(({ database }) => {
    const { run } = exportService({ database, listPets, countPets: countEveryPet })
    const to = (write: (text: string) => Promise<void>) =>
      run({ format, forSpreadsheets, filter, write, onProgress })
    return isOutput ? to(writeToOutput) : writeAtomically(file, to)
  }).finally(bar.clear)
  if (options.json) printJson({ file, rows })
  else if (!isOutput) console.log(`${rows} animals are in ${file}.`)
}
