import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { accountError } from '../../accounts/accounts/account.errors.ts'
import {
  type DateOrder,
  dateOrders,
  type WeightUnit,
  weightUnits,
} from '../../exchange/animal-formats/animal-fields.ts'
import type { Rule } from '../../exchange/animal-formats/animal-format.ts'
import { parseMap, type System, systems } from '../../exchange/animal-formats/animal-formats.ts'
import { errorReport } from '../../exchange/files/error-report.ts'
import { type Encoding, encodings, type Format, formatOf, formats } from '../../exchange/files/file-format.ts'
import { foreignReadingOf } from '../../exchange/files/foreign-reading.ts'
import { importFile } from '../../exchange/files/import-file.ts'
import { fastPace } from '../../exchange/files/import-pace.ts'
import type { Undone } from '../../exchange/files/import-undo.ts'
import { systemClock as clock } from '../../platform/clock.ts'
import { counted, was } from '../../platform/counted.ts'
import { dueWorker } from '../../platform/due-work/due-worker.ts'
import { createLogger } from '../../platform/log.ts'
import type { Actor } from '../../requests/access/ownership.ts'
import type { Scope } from '../../requests/access/scope.ts'
import type { Author } from '../../requests/author/author.ts'
import { askForIds, checkKind, contentFormat, likeliestEncoding } from './examined-file.ts'
import { importServices } from './import-services.ts'
import { printSummary } from './import-summary.ts'
import { printJson } from './output.ts'
import { progressBar } from './progress.ts'
import { Stopped, stoppable } from './stop-signals.ts'
import { type Store, withDatabase } from './store.ts'
import { id, UsageError } from './usage.ts'

type Options = {
  account?: bigint
  withOwners?: true
  format?: Format
  encoding?: Encoding
  ignoreColumns: string[] | 'all'
  report?: string
  dryRun?: true
  onError: 'skip' | 'stop'
  again?: true
  undo?: bigint
  webhooks: boolean
  from?: System
  map?: Rule[]
  photos?: true
  drafts?: true
  withoutIds?: true
  withDeparted?: true
  currency?: string
  weightUnit?: WeightUnit
  dateOrder?: DateOrder
  json?: true
}

/** Between transactions an import pauses slightly longer than a waiting server needs to retry for the lock. */
const SQLITE_PAUSE_MS = 15
const UNDO_POLL_MS = 500

export const importCommand = (command: Command): void => {
  command
    .argument('[file]')
    .addOption(new Option('--format <format>', 'default: by the file name').choices(formats))
    .addOption(
      new Option(
        '--encoding <encoding>',
        'encoding of the file; default: UTF-8, or the likeliest one if no row is UTF-8',
      ).choices(encodings),
    )
    .option('--ignore-columns <list>', 'columns to ignore, or all unknown ones', columns, [])
    .addOption(new Option('--from <system>', 'a file of another system, in its JSON or CSV').choices(systems))
    .option('--map <list>', 'columns of any CSV: "Animal Name=name,Type=species"', mapping)
    .option('--photos', 'fetch photos by their addresses, and add them')
    .option('--drafts', 'with --from or --map: publish no animal')
    .option('--without-ids', 'with --from: take animals without an id, which a second import adds again')
    .option('--with-departed', 'with --from or --map: take animals that died, moved or went home')
    .option('--currency <code>', 'ISO 4217 code of fees that name none', currency)
    .addOption(new Option('--weight-unit <unit>', 'unit of weights that name none').choices(weightUnits))
    .addOption(new Option('--date-order <order>', 'what comes first in 3/4/2024').choices(dateOrders))
    .option('--report <file>', 'file for rejected rows and values; default: <file>.errors.csv')
    .option('--dry-run', 'report what would happen to the rows, and change nothing')
    .addOption(
      new Option('--on-error <what>', 'skip rejected rows, or stop: import nothing if any row is rejected')
        .choices(['skip', 'stop'])
        .default('skip'),
    )
    .option('--account <id>', 'owner of new animals; default: the oldest account', id)
    .option('--with-owners', 'each row names the account of its animal, in a column accountId')
    .option('--again', 'start from the first row, even if the file was imported before, wholly or in part')
    .option('--undo <id>', 'remove and restore what an import of the last 24 hours has changed', id)
    .option('--no-webhooks', 'send the events of this import to no webhook; the feed has them')
    .option('--json', 'print one JSON document')
    .addHelpText('after', help)
    .action(importOrUndo)
}

const help = `
Columns: id (optional), name, categoryId, status (optional). A row with the id of an existing animal updates it, under the
rules of PATCH /v1/pets/{petId}; missing fields stay as they are. A row with a new id adds an animal with that id. A row
without an id adds an animal, even if another row is identical. The second row with the same id is rejected.

New animals belong to the account, and only its own animals are updated: a row with the id of another account's animal is
rejected (not_owner). With --with-owners, the column accountId says whose animal a row is, as export --with-owners writes it:
only for files that you trust to say so. The accounts have to exist (account_not_found), and no animal goes to another
account by this: accounts transfer does that.

Files of other systems: --from petfinder|rescuegroups|asm3|shelterluv|adoptapet|petstore, or --map for any other CSV.
Animals get a profile; the id that they have there becomes their externalId, by which a later import finds them and
updates them. Categories are found by name, and made where there is none. Animals that are offered there are published
here when they first come in, unless --drafts is given. What has no place here is listed, and each value that was not
taken is in the report. Photos by address are fetched with --photos, from public hosts only.

An import can be undone for 24 hours: import --undo ID, with the id that it printed. Animals that nobody has changed or asked
for since are removed or restored; the others are kept and listed. With --no-webhooks, no webhook receives the events of the
import, or of the undoing: the feed and its stream have them.

If it was interrupted, run it again: it continues where it stopped, and each row is imported exactly once.

Exit code: 0 if every row was imported, 1 if rows were rejected or the import failed, 2 for wrong usage.`

const importOrUndo = async (file: string | undefined, options: Options): Promise<void> => {
  if (options.undo !== undefined) {
    if (file !== undefined) throw new UsageError('--undo takes no file')
    return undoImport(options.undo, options)
  }
  if (file === undefined) throw new UsageError('name the file to import')
  const isForeign = options.from !== undefined || options.map !== undefined
  checkOptions(options, isForeign)
  const given = options.format ?? (isForeign ? undefined : formatOf(file))
  if (!given && !isForeign) {
    if (statSync(file, { throwIfNoEntry: false })?.isFile()) checkKind(file)
    throw new UsageError(`give --format csv, ndjson or json: ${file} ends in none of them`)
  }
  const report = options.report ?? defaultReport(file, options.dryRun)
  if (options.withOwners && options.account !== undefined) {
    throw new UsageError('--account and --with-owners cannot be combined')
  }
  if (resolve(report) === resolve(file)) throw new UsageError('--report would overwrite the file')
  await stoppable(async (stopping) => {
    const spooled = file === '-' ? await spool(stopping) : undefined
    try {
      const path = spooled?.path ?? file
      const format = given ?? contentFormat(path)
      checkKind(path)
      const encoding = options.encoding ?? (await likeliestEncoding(path, stopping))
      if (options.from === undefined) await askForIds(path, { map: options.map, encoding })
      const work = { file, format, encoding, report, options, stopping }
      const { result, tookMs } = await importFrom(path, work)
      printSummary(result, { file, report, tookMs, options, encoding })
    } finally {
      spooled?.remove()
    }
  }).catch((error) => {
    if (error instanceof Stopped) console.error('Stopped. Run it again to continue where it stopped.')
    throw error
  })
}

const undoImport = async (importId: bigint, { json, webhooks }: Pick<Options, 'json' | 'webhooks'>): Promise<void> => {
  const { removed, restored, kept } = await stoppable((stopping) =>
    withDatabase((store) => undone(store, { importId, webhooks, stopping }), { isBulk: true }),
  ).catch((error) => {
    if (error instanceof Stopped) console.error('Stopped. Run it again to continue where it stopped.')
    throw error
  })
  if (json) return printJson({ removed, restored, kept })
  const counts = `${counted(removed, 'animal')} ${was(removed)} removed, ${restored} restored`
  console.log(`${counts}, ${kept.length} kept.`)
  for (const { petId, reason } of kept) console.log(`kept: ${petId}: ${reason}`)
}

/** Undoes an import, unless a server that has begun it already continues it. */
const undone = async (
  store: Store,
  { importId, webhooks, stopping }: Pick<Options, 'webhooks'> & Undoing,
): Promise<Undone> => {
  const actor: Actor = { accountId: 0n, scopes: new Set(), actsForStore: true }
  const author = authorOf(store, webhooks)
  const { undos, undoing } = await importServices({ ...store, clock }, { hasPhotos: false, stopping })
  const worker = dueWorker({
    database: store.database,
    clock,
    log: createLogger('silent'),
    stopping,
    handlers: [undoing],
    isHeld: () => false,
    isAlone: false,
  })
  await store.database.writeAs(author, (trx) => undos.queue(trx, { actor, author }, importId))
  for (;;) {
    stopping.throwIfAborted()
    // Otherwise a server works on it.
    if (!(await worker.runOne(undoing.kind, String(importId)))) {
      await sleep(UNDO_POLL_MS, undefined, { signal: stopping }).catch(() => {})
    }
    const result = await undos.find(importId)
    if (result !== undefined && result !== 'queued') return result
  }
}

type Undoing = { importId: bigint; stopping: AbortSignal }

/** The author is the user who runs the command. The events may skip webhooks. */
const authorOf = ({ author }: Pick<Store, 'author'>, hasWebhooks: boolean): Author => ({
  ...author,
  ...(!hasWebhooks && { isSilent: true }),
})

const checkOptions = ({ withOwners, ...options }: Options, isForeign: boolean): void => {
  const { drafts, currency, weightUnit, dateOrder, withoutIds, withDeparted } = options
  if (isForeign) {
    if (withOwners) throw new UsageError('--with-owners is only for files of an export')
    return
  }
  for (const [name, value] of Object.entries({
    drafts,
    currency,
    weightUnit,
    dateOrder,
    withoutIds,
    withDeparted,
  })) {
    if (value === undefined) continue
    const option = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    throw new UsageError(`--${option} is only for --from and --map`)
  }
}

const mapping = (text: string): Rule[] => {
  const rules = parseMap(text)
  if ('fault' in rules) throw new InvalidArgumentError(rules.fault)
  return rules
}

const currency = (text: string): string => {
  const code = text.toUpperCase()
  if (Intl.supportedValuesOf('currency').includes(code)) return code
  throw new InvalidArgumentError('It must be an ISO 4217 code such as EUR.')
}

const defaultReport = (file: string, dryRun?: true): string =>
  `${file === '-' ? 'stdin' : file}${dryRun ? '.dry-run' : ''}.errors.csv`

type Work = {
  file: string
  format: Format
  encoding: Encoding
  report: string
  options: Options
  stopping: AbortSignal
}

const importFrom = async (path: string, work: Work) => {
  const { file, format, encoding, report, options, stopping } = work
  const { size } = statSync(path)
  const { ignoreColumns: ignore } = options
  const startedAtMs = clock.steadyMs()
  const errors = errorReport(report, encoding)
  const bar = progressBar({ isQuiet: options.json === true })
  const result = await withDatabase(
    async (store) => {
      const { config } = store
      const actor = await actorOf(store, options)
      const pauseMs = config.database.kind === 'sqlite' ? SQLITE_PAUSE_MS : 0
      const hasPhotos = options.photos === true
      const pace = fastPace(pauseMs)
      const { service, close } = await importServices({ ...store, clock }, { hasPhotos, stopping, pace })
      const foreign = foreignReadingOf(options, clock.nowMs())
      const reading = {
        format,
        encoding,
        ignore,
        account: options.account,
        ...(options.withOwners && { withOwners: true }),
        ...(foreign && { foreign }),
      }
      const done = service.run({
        actor,
        author: { ...authorOf(store, options.webhooks), isInBulk: true },
        file: importFile({ path, stopping }, reading),
        source: file === '-' ? '-' : resolve(file),
        isDryRun: options.dryRun === true,
        isAllOrNothing: options.onError === 'stop',
        isAgain: options.again === true,
        choosesIds: true,
        report: errors,
        stopping,
        onProgress: ({ bytes, rows, refused }) =>
          bar.show({ done: bytes, total: size, rows, note: `, ${refused} refused` }),
        onNote: (note) => console.error(note),
      })
      return done.finally(close)
    },
    { isBulk: true },
  ).finally(() => {
    bar.clear()
    errors.close()
  })
  return { result, tookMs: clock.steadyMs() - startedAtMs }
}

/** A file is imported as if by a key of the account, which cannot change other accounts' animals. */
const actorOf = async (
  { author, database, accounts }: Pick<Store, 'author' | 'database' | 'accounts'>,
  { account, withOwners, dryRun }: Options,
): Promise<Actor> => {
  const scopes = new Set<Scope>()
  // Each row names its own account.
  if (withOwners) return { accountId: 0n, scopes, actsForStore: false }
  if (account === undefined) {
    const oldest = dryRun
      ? (await accounts.list({ limit: 1 }))[0]
      : await database.writeAs(author, accounts.findOrCreateFirst)
    return { accountId: oldest?.id ?? 0n, scopes, actsForStore: false }
  }
  if (await accounts.find(account)) return { accountId: account, scopes, actsForStore: false }
  throw accountError('account_not_found', { message: `There is no account ${account}.` })
}

const columns = (text: string): string[] | 'all' =>
  text === 'all' ? 'all' : text.split(',').map((column) => column.trim())

/** Standard input can be read only once, but an import reads twice, so it is stored in a temporary file. */
const spool = async (stopping: AbortSignal) => {
  const folder = mkdtempSync(join(tmpdir(), 'adoption-import-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const path = join(folder, 'stdin')
  try {
    await pipeline(process.stdin, createWriteStream(path, { mode: 0o600 }), {
      signal: stopping,
    })
  } catch (error) {
    remove()
    throw error
  }
  return { path, remove }
}
