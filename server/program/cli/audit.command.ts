import { type Command, InvalidArgumentError, Option } from 'commander'
import { acceptBreaks, NoBreak } from '../../accounts/audit/audit-acceptance.ts'
import type { AuditEntry } from '../../accounts/audit/audit-entry.ts'
import { targetTypes } from '../../accounts/audit/audit-entry.ts'
import { walkEntries } from '../../accounts/audit/audit-log.repository.ts'
import { type AuditQuery, actionsOf, auditLogService, showEntry } from '../../accounts/audit/audit-log.service.ts'
import { type NotedHead, verifyNow } from '../../accounts/audit/audit-verification.ts'
import { writeInPieces } from '../../platform/atomic-file.ts'
import { counted } from '../../platform/counted.ts'
import { stringifyJson } from '../../platform/http/json.ts'
import type { Database } from '../../platform/storage/database.ts'
import { authorTypes } from '../../requests/author/author.ts'
import { auditKeysToVerify } from '../audit-keys.ts'
import { readConfig } from '../config.ts'
import { contributions } from '../contributions.ts'
import { openDatabase } from '../open-database.ts'
import { prepareDatabase } from '../schema/prepare-database.ts'
import { printJson, printTable } from './output.ts'
import { stoppable } from './stop-signals.ts'
import { noteInLog, withDatabase } from './store.ts'
import { Failed, id, line, UsageError, wholeNumber } from './usage.ts'
import { breaksText, faultyLines, shownVerification, soundLines } from './verification-text.ts'

const { auditActions: actions } = contributions
const STEP = 500
const MAX_REASON_LENGTH = 500

export const auditCommands = (audit: Command): void => {
  audit
    .command('list')
    .description('list entries, newest first')
    .option('--limit <n>', 'how many', wholeNumber(1, 10_000), 50)
    .option('--actor <actor>', 'who did it: key, key:12 or 12', reference(authorTypes))
    .option('--action <action>', 'the action: pet.update, or pet for all actions on animals', action)
    .option('--target <target>', 'the target: pet, pet:12 or 12', reference(targetTypes(actions)))
    .option('--json', 'print one JSON document')
    .action(list)

  audit
    .command('verify')
    .description('find entries that were changed, removed, inserted or moved')
    .option('--head <head>', 'one that was noted before, as verify prints it and the service logs it', head)
    .option('--json', 'print one JSON document')
    .addHelpText('after', verifyHelp)
    .action(verify)

  audit
    .command('accept')
    .description('accept breaks whose cause is known, such as a failover that lost transactions')
    .requiredOption('--from <id>', 'the first entry of the break; audit verify shows it', entryId)
    .requiredOption('--reason <text>', 'what has happened', line(MAX_REASON_LENGTH))
    .option('--json', 'print one JSON document')
    .addHelpText('after', acceptHelp)
    .action(accept)

  audit
    .command('export <file>')
    .description('write the entries, oldest first, to a file of NDJSON; - writes standard output')
    .addOption(new Option('--format <format>').choices(['ndjson']).default('ndjson').hideHelp())
    .option('--json', 'print one JSON document')
    .action(exportLog)
}

const verifyHelp = `
Needs the key that the log was written with: SECRET_KEY, or the file secret.key. Without --head it is unknown whether
the whole database was replaced by an older copy of itself. Keep the printed head elsewhere, or take one from the log of
the service, which has one each hour ("audit log head").

Exit code: 0 when every entry is as it was written, 1 when not. Breaks that were accepted are listed, and are no failure.`

const acceptHelp = `
Accepts every break from the given entry on that is in the log now, and none that comes later. A break is an entry
"audit.unverified". Entries that were changed or removed cannot be accepted. The acceptance is an entry of the log itself, with
the reason, so do not name people in it.`

type List = AuditQuery & { limit: number; json?: true }

const list = async ({ limit, json, ...query }: List): Promise<void> => {
  const entries = await withLog((database) => auditLogService({ database, actions }).list(query, { limit }))
  if (json) return printJson(entries)
  printTable(
    ['ID', 'TIME', 'ACTOR', 'ACTION', 'TARGET', 'FIELDS', 'REQUEST', 'ADDRESS'],
    entries.map(({ id, time, actor, action, target, fields, requestId, address }) => [
      id,
      time,
      actorText(actor),
      action,
      targetText(target),
      fields?.join(' '),
      requestId,
      address,
    ]),
  )
}

const actorText = ({ type, id, name }: AuditEntry['actor']): string =>
  [type, id, name && `(${name})`].filter((part) => part !== undefined).join(' ')

const targetText = ({ type, id }: AuditEntry['target']): string => (id === undefined ? type : `${type} ${id}`)

type Verify = { head?: NotedHead; json?: true }

const verify = async ({ head: noted, json }: Verify): Promise<void> => {
  const found = await withLog(async (database) =>
    verifyNow(database, await auditKeysToVerify(readConfig(process.env)), noted),
  )
  const isSound = found.findings.length === 0
  if (json) printJson({ isSound, ...shownVerification(found) })
  else console.log((isSound ? soundLines(found) : faultyLines(found)).join('\n'))
  if (!isSound) throw new Failed('the audit log is not as it was written')
}

type Accept = { from: bigint; reason: string; json?: true }

const accept = async ({ from: fromId, reason, json }: Accept): Promise<void> => {
  const accepted = await withDatabase(({ database, auditKeys: keys, author }) =>
    acceptBreaks({ database, keys }, author, { fromId, reason }),
  ).catch((error) => {
    throw error instanceof NoBreak ? new UsageError(`--from: ${error.message}`) : error
  })
  if (json) printJson(accepted)
  else console.log(`Entry ${accepted.id} accepts ${breaksText(accepted)}.`)
}

const exportLog = async (file: string, { json }: { json?: true }): Promise<void> => {
  const isOutput = file === '-'
  await noteInLog('audit export begun')
  const entries = await stoppable((stopping) =>
    withLog((database) => writeInPieces(file, stopping, (write) => writeEntries(database, write))),
  )
  if (json) printJson({ file, entries })
  else if (!isOutput) console.log(`${counted(entries, 'entry', 'entries')} ${entries === 1 ? 'is' : 'are'} in ${file}.`)
}

const writeEntries = async (
  { read }: Pick<Database, 'read'>,
  write: (text: string) => Promise<void>,
): Promise<number> => {
  let entries = 0
  let afterId = 0n
  for (;;) {
    const rows = await walkEntries(read, { afterId, limit: STEP })
    await write(rows.map((row) => `${stringifyJson(showEntry(row))}\n`).join(''))
    entries += rows.length
    afterId = rows.at(-1)?.id ?? afterId
    if (rows.length < STEP) return entries
  }
}

const withLog = async <T>(work: (database: Database) => T | Promise<T>): Promise<T> => {
  const config = readConfig(process.env)
  await prepareDatabase(config.database, 'read')
  const database = await openDatabase(config.database, { isReadOnly: true })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

const reference =
  (types: readonly string[]) =>
  (text: string): string => {
    const [type, id, ...rest] = /^-?\d+$/.test(text) ? [undefined, text] : text.split(':')
    const isKnown = type === undefined || types.includes(type)
    if (isKnown && rest.length === 0 && (id === undefined || /^-?\d{1,18}$/.test(id))) return text
    throw new InvalidArgumentError(`It is one of ${types.join(', ')}, with an id behind a colon.`)
  }

const action = (text: string): string => {
  if (actionsOf(text, actions).length > 0) return text
  throw new InvalidArgumentError('No action has this name.')
}

const head = (text: string): NotedHead => {
  const [, id, mac] = /^(\d{1,18}):([\w-]{43})$/.exec(text) ?? []
  if (id !== undefined && mac !== undefined) return { id: BigInt(id), mac }
  throw new InvalidArgumentError('It is an id and a code, as 4711:3q2-7w...')
}

const entryId = (text: string): bigint => {
  try {
    return id(text)
  } catch {
    throw new InvalidArgumentError('It must be the id of an entry; audit verify shows it.')
  }
}
