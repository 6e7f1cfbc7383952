import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Command, Option } from 'commander'
import { accountError } from '../../accounts/accounts/account.errors.ts'
import { accountReview } from '../../accounts/accounts/account-review.ts'
import { findOwners } from '../../animals/pets/pet-transfers.repository.ts'
import { listPhotos } from '../../animals/photos/photos.repository.ts'
import { catalogueService } from '../../catalogue/listings/catalogue.service.ts'
import { columnStore } from '../../catalogue/listings/column-store.service.ts'
import { listingWindows } from '../../catalogue/listings/listing-window.service.ts'
import { adoptapetPortal } from '../../exchange/export-formats/adoptapet-portal.ts'
import {
  type AdoptionPortal,
  changesBetween,
  headerOf,
  type Judged,
  judge,
  type PortalChanges,
  type PortalRecord,
} from '../../exchange/export-formats/adoption-portal.ts'
import { petfinderPortal } from '../../exchange/export-formats/petfinder-portal.ts'
import { rescuegroupsPortal } from '../../exchange/export-formats/rescuegroups-portal.ts'
import { writeAtomically } from '../../platform/atomic-file.ts'
import { systemClock as clock } from '../../platform/clock.ts'
import { counted, was } from '../../platform/counted.ts'
import { makeFolder } from '../../platform/make-folder.ts'
import { environmentsOf } from '../environments.ts'
import { printJson } from './output.ts'
import { type Store, withDatabase } from './store.ts'
import { Failed, id, UsageError } from './usage.ts'

const portals = {
  adoptapet: adoptapetPortal,
  petfinder: petfinderPortal,
  rescuegroups: rescuegroupsPortal,
} as const satisfies Record<string, AdoptionPortal>
type PortalName = keyof typeof portals

type Options = {
  to: PortalName
  out: string
  account?: bigint
  publicUrl?: string
  dryRun?: true
  allowEmpty?: true
  json?: true
}

/** The number of ids per query. */
const MAX_IDS = 500

/** Records what was written last time, in the folder of the files. */
const RECORD = '.published.json'

export const publishCommand = (command: Command): void => {
  command
    .addOption(new Option('--to <portal>', 'whose files').choices(Object.keys(portals)).makeOptionMandatory())
    .requiredOption('--out <folder>', 'the folder of the files; one for each portal and account')
    .option('--account <id>', 'the account of the animals; default: the oldest account', id)
    .option('--public-url <url>', 'the public URL of photos; default: PUBLIC_URL')
    .option('--dry-run', 'show what would change, and write nothing')
    .option('--allow-empty', 'write no animals where the last file has some')
    .option('--json', 'print one JSON document')
    .addHelpText('after', help)
    .action(publish)
}

const help = `
Writes the published, available animals of an account. Animals of which the portal needs to know more are left out, each
with the reason. Shows what has changed since the last time: an animal that is no longer in the file is removed by the
portal. A file without animals replaces one with animals only if
all of these are known here and no longer offered, or with --allow-empty. Files appear when they are complete.
Uploading them is up to you: the guide "portals" shows how, with lftp and cron.`

const publish = async (options: Options): Promise<void> => {
  const portal: AdoptionPortal = portals[options.to]
  const {
    judged,
    accountId,
    record: before,
    areAllGone,
  } = await withDatabase(async (store) => {
    const found = await judgeAll(store, portal, options)
    const about = { portal: options.to, accountId: String(found.accountId) }
    const record = readRecord(options.out, about)
    return { ...found, record, areAllGone: await areGone(store, record, found) }
  })
  const included = judged.flatMap((one) => ('line' in one ? [one] : []))
  const leftOut = judged.flatMap((one) => ('leftOut' in one ? [one] : []))
  const record = Object.fromEntries(included.map(({ id, name, line }) => [String(id), { name, line }]))
  const about = { portal: options.to, accountId: String(accountId) }
  const changes = changesBetween(before, record)
  if (!options.dryRun) {
    if (included.length === 0 && !areAllGone && !options.allowEmpty) {
      checkNotEmptied(join(options.out, portal.file), headerOf(portal), leftOut.length)
    }
    const text = headerOf(portal) + included.map(({ line }) => line).join('')
    await makeFolder(options.out)
    const files = { ...portal.others, [portal.file]: text }
    for (const [name, content] of Object.entries({
      ...files,
      // Last, so that it only records what was written.
      [RECORD]: JSON.stringify({ ...about, animals: record }),
    }))
      await writeAtomically(join(options.out, name), (write) => write(content))
  }
  if (options.json) {
    const left = leftOut.map(({ id, name, leftOut: reason }) => ({ id, name, reason }))
    return printJson({ file: portal.file, animals: included.length, leftOut: left, ...changes })
  }
  for (const line of report(leftOut, changes)) console.log(line)
  const place = join(options.out, portal.file)
  const verb = options.dryRun ? 'would be' : was(included.length)
  console.log(`${counted(included.length, 'animal')} ${verb} written to ${place}.`)
}

const judgeAll = async (
  { config, database, accounts, author }: Store,
  portal: AdoptionPortal,
  options: Options,
): Promise<{ judged: Judged[]; accountId: bigint }> => {
  const origin = options.publicUrl ?? environmentsOf(config).publicUrl
  if (origin === undefined || !URL.canParse(origin)) {
    throw new UsageError('set PUBLIC_URL or --public-url: portals read photos at their addresses')
  }
  const account = options.account === undefined ? undefined : await accounts.find(options.account)
  if (options.account !== undefined && !account) {
    throw accountError('account_not_found', { message: `There is no account ${options.account}.` })
  }
  const { id: accountId } = account ?? (await database.writeAs(author, accounts.findOrCreateFirst))
  if (!options.dryRun) {
    await database.writeAs(author, async (trx) => trx.record({ kind: 'export begun' }))
  }
  const columns = columnStore({ database })
  const catalogue = catalogueService({ database, accounts: accountReview, columns, clock })
  const windows = listingWindows({ database, catalogue, photos: { list: listPhotos }, clock })
  const judged: Judged[] = []
  for await (const animal of windows.each(accountId, origin.replace(/\/$/, ''))) {
    judged.push(judge(portal, animal))
  }
  await columns.close()
  return { judged, accountId }
}

/** Whether none of the animals in the last file are offered any more. */
const areGone = async (
  { database }: Store,
  record: PortalRecord,
  { accountId, judged }: { accountId: bigint; judged: readonly Judged[] },
): Promise<boolean> => {
  const ids = Object.keys(record).map(BigInt)
  const offered = new Set(judged.map(({ id }) => id))
  for (let at = 0; at < ids.length; at += MAX_IDS) {
    const some = ids.slice(at, at + MAX_IDS)
    const owners = await findOwners(database.read, some)
    if (some.some((id) => owners.get(id) !== accountId || offered.has(id))) return false
  }
  return ids.length > 0
}

/** A mistake, such as the wrong database, must not take all animals off a portal overnight. */
const checkNotEmptied = (file: string, header: string, leftOut: number): void => {
  const { size } = statSync(file, { throwIfNoEntry: false }) ?? { size: 0 }
  if (size <= Buffer.byteLength(header)) return
  const left = leftOut > 0 ? ` (${counted(leftOut, 'animal')} left out)` : ''
  throw new Failed(
    `${file} has animals, and the new one would have none${left}: nothing was written; --allow-empty writes it`,
  )
}

/** Empty if nothing was written yet. A folder of another portal or account must not be used. */
const readRecord = (folder: string, about: { portal: string; accountId: string }): PortalRecord => {
  const path = join(folder, RECORD)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
  const found = JSON.parse(text) as typeof about & { animals: PortalRecord }
  if (found.portal !== about.portal || found.accountId !== about.accountId) {
    const whose = `account ${found.accountId} for ${found.portal}`
    throw new UsageError(`${folder} has the files of ${whose}: give each a separate folder`)
  }
  return found.animals
}

const report = (
  leftOut: readonly { id: bigint; name: string; leftOut: string }[],
  { added, changed, removed }: PortalChanges,
): string[] => [
  ...leftOut.map(({ id, name, leftOut: reason }) => `left out: ${name} (${id}): ${reason}`),
  ...Object.entries({ added, changed, removed }).flatMap(([word, animals]) =>
    animals.map(({ id, name }) => `${word}: ${name} (${id})`),
  ),
]
