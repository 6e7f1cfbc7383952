import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Command } from 'commander'
import { commandLine } from '../server/program/cli/command-entry.ts'
import { operatorCommands } from '../server/program/cli/operator-commands.ts'
import { openDatabase } from '../server/program/open-database.ts'
import { engines, freshDatabase } from './harness/engines.ts'
import { patientDatabase } from './harness/patient-database.ts'
import { temporaryFolder } from './harness/temporary-folder.ts'
import { operatorOf, typedIn } from './harness/typed.ts'

// For every command: the entries that it leaves in the audit log, or why it leaves none. New commands are included
// automatically, and fail here until they are listed.

/** The arguments of the command, and the entries that it leaves, each with its target. */
type Recorded = { args: string[]; entries: string[]; isOfFiles?: true }
type Commands = Record<string, Recorded | { because: string }>

const looks = { because: 'it changes nothing, and shows no data of customers' }

/** In an order in which each has something to do. The first account and its key exist. */
const commandsIn = (folder: string, target: string): Commands => {
  const file = (name: string) => join(folder, name)
  return {
    serve: { because: 'its first key has an entry of the service, as all that it does by itself' },
    migrate: { because: 'the database lists itself what was migrated, and when' },
    doctor: looks,
    bench: { because: 'it works on databases of its own' },
    openapi: { because: 'it opens no database' },
    'accounts create': {
      args: ['--name', 'Second', '--plan', 'free'],
      entries: ['account.create account 2'],
    },
    'accounts suspend': { args: ['2'], entries: ['account.suspend account 2'] },
    'accounts resume': { args: ['2'], entries: ['account.resume account 2'] },
    'accounts list': looks,
    'keys create': { args: ['--account', '2', '--name', 'k'], entries: ['key.create key 2'] },
    'keys rotate': { args: ['2'], entries: ['key.create key 3', 'key.rotate key 2'] },
    'keys revoke': { args: ['3'], entries: ['key.revoke key 3'] },
    'keys list': looks,
    'bans lift': { args: ['1'], entries: ['ban.lift key 1'] },
    'bans list': looks,
    'users create': {
      args: ['--name', 'Alex', '--role', 'viewer', '--email', 'alex@example.org'],
      entries: ['user.create user 1'],
    },
    'users disable': { args: ['1'], entries: ['user.update user 1'] },
    'users enable': { args: ['1'], entries: ['user.update user 1'] },
    'users reset-password': { args: ['1'], entries: ['user.update user 1'] },
    'users list': looks,
    'mails list': { args: [], entries: ['mail.list store'] },
    'mails show': { args: ['1'], entries: ['mail.read mail 1'] },
    'mails retry': { args: ['1'], entries: ['mail.retry mail 1'] },
    'mails release': { args: ['2'], entries: ['mail.release mail 2'] },
    'mails test': { because: 'it opens no database' },
    import: { args: [file('animals.csv')], entries: ['import import 1'] },
    'accounts transfer': {
      args: ['--from', '1', '--to', '2'],
      entries: ['account.transfer account 1', 'account.receive account 2'],
    },
    sample: { args: ['--account', '2', '--no-photos'], entries: ['sample.add account 2'] },
    export: { args: [file('out.csv'), '--with-owners'], entries: ['export store'] },
    publish: {
      args: ['--to', 'petfinder', '--out', file('portal'), '--public-url', 'https://paws.example'],
      entries: ['export store'],
    },
    'audit export': { args: [file('log.ndjson')], entries: ['audit.export audit_log'] },
    'audit accept': {
      args: ['--from', '1', '--reason', 'a test'],
      entries: ['audit.accept audit_log 1'],
    },
    'audit list': looks,
    'audit verify': looks,
    'backup list': looks,
    'backup verify': { because: 'it changes only a temporary copy' },
    backup: { args: [file('backup.db')], entries: ['backup store'], isOfFiles: true },
    restore: {
      args: [file('backup.db'), '--replace'],
      entries: ['restore store'],
      isOfFiles: true,
    },
    copy: { args: ['--to', target], entries: ['copy store'] },
  }
}

for (const engine of engines) {
  test(`every command leaves an entry in the audit log, or there is a reason why not (${engine})`, async () => {
    using folder = temporaryFolder()
    writeFileSync(join(folder.path, 'animals.csv'), 'name,categoryId\nRex,7\n')
    const [store, target] = [await freshDatabase(engine), await freshDatabase(engine)]
    const commands = commandsIn(folder.path, target.url)
    assert.deepEqual(
      [...leavesOf(await commandLine(operatorCommands)), 'backup'].toSorted(),
      Object.keys(commands).toSorted(),
    )
    await type(store.url, ['keys', 'create', '--plan', 'pro', '--name', 'first'])
    await banFirstKey(store.url)
    await addMail(store.url)
    await breakLog(store.url)
    await type(store.url, ['audit', 'export', join(folder.path, 'broken.ndjson')])
    for (const [name, command] of Object.entries(commands)) {
      if ('because' in command || (command.isOfFiles && engine !== 'sqlite')) continue
      const known = name === 'restore' ? [] : await entriesOf(store.url)
      await type(store.url, [...name.split(' '), ...command.args])
      const all = await entriesOf(store.url)
      const entries = name === 'restore' ? all.slice(-1) : all.slice(known.length)
      assert.deepEqual(
        entries.map(({ action, target_type, target_id }) => [action, target_type, target_id ?? ''].join(' ').trim()),
        command.entries,
        name,
      )
      for (const { actor_type, actor_name } of entries) {
        assert.deepEqual([actor_type, actor_name !== null], ['cli', true], name)
      }
    }
    await type(store.url, ['audit', 'verify'])
    await type(target.url, ['audit', 'verify'])
    await Promise.all([store.remove(), target.remove()])
  })
}

/** The names of the commands without subcommands. `backup` has some, and works without. */
const leavesOf = ({ commands }: Command): string[] =>
  commands.flatMap((command) =>
    command.commands.length === 0 ? [command.name()] : leavesOf(command).map((name) => `${command.name()} ${name}`),
  )

const type = async (url: string, args: string[]): Promise<void> => {
  // Nothing listens on this port, so mail stays queued and can be sent again.
  const environment = { ...operatorOf(url), SMTP_URL: 'smtp://127.0.0.1:9' }
  const { code, errors } = await typedIn(environment, args)
  assert.deepEqual([code, errors], [0, []], args.join(' '))
}

const entriesOf = async (url: string) => {
  const database = await openDatabase(patientDatabase(url))
  try {
    return await database.read.selectFrom('audit_log').selectAll().orderBy('id').execute()
  } finally {
    await database.close()
  }
}

/** The next write reports it. */
const breakLog = async (url: string): Promise<void> => {
  const database = await openDatabase(patientDatabase(url))
  await database.write(({ query }) => query.updateTable('audit_head').set({ mac: 'x' }).execute())
  await database.close()
}

const addMail = async (url: string): Promise<void> => {
  const database = await openDatabase(patientDatabase(url))
  const later = BigInt(Date.now() + 3_600_000)
  const mail = {
    kind: 'invitation',
    status: 'pending',
    to_address: 'alex@example.org',
    attempts: 0n,
    message_key: 'a',
    created_at: 1n,
    give_up_at: later,
    next_attempt_at: later,
  }
  const held = { ...mail, status: 'held', message_key: 'b', next_attempt_at: null }
  await database.write(({ query }) => query.insertInto('mails').values([mail, held]).execute())
  await database.close()
}

const banFirstKey = async (url: string): Promise<void> => {
  const database = await openDatabase(patientDatabase(url))
  const ban = { key_id: 1n, account_id: 1n, until: BigInt(Date.now() + 3_600_000), level: 1n }
  await database.write(({ query }) => query.insertInto('bans').values(ban).execute())
  await database.close()
}
