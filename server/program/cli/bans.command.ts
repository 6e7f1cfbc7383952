import type { Command } from 'commander'
import { printJson, printTable } from './output.ts'
import { withDatabase } from './store.ts'
import { id, UsageError } from './usage.ts'

export const banCommands = (bans: Command): void => {
  bans
    .command('list')
    .description('list the bans in force')
    .option('--json', 'print one JSON document')
    .action(async ({ json }: { json?: true }) => {
      const all = await withDatabase(({ bans }) => bans.list(), { isReadOnly: true })
      if (json) return printJson(all)
      printTable(
        ['KEY', 'NAME', 'ACCOUNT', 'NAME', 'UNTIL', 'LEVEL'],
        all.map(({ keyId, keyName, accountId, accountName, until, level }) => [
          keyId,
          keyName,
          accountId,
          accountName,
          until,
          level,
        ]),
      )
    })

  bans
    .command('lift <key>')
    .description('lift the ban of a key, by the id of the key')
    .option('--json', 'print one JSON document')
    .action(async (key: string, { json }: { json?: true }) => {
      const keyId = readId(key)
      await withDatabase(async ({ author, bans, announce }) => {
        await announce.beforeLift()
        await bans.lift(author, keyId)
      })
      if (json) printJson({ keyId, lifted: true })
      else console.log(`The ban of key ${keyId} is lifted.`)
    })
}

const readId = (text: string): bigint => {
  try {
    return id(text)
  } catch {
    throw new UsageError(`"${text}" is not the id of a key; bans list shows them`)
  }
}
