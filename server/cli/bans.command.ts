import type { Command } from 'commander'
import { systemClock } from '../platform/clock.ts'
import { bansInForce, liftBan } from '../rate-limits/limits.store.ts'
import { printedTime, printJson, printTable } from './output.ts'
import { withStore } from './store.ts'
import { id, UsageError } from './usage.ts'

export const banCommands = (program: Command): void => {
  const bans = program.command('bans').description('keys that are banned for a time')

  bans
    .command('list')
    .description('list the bans in force')
    .option('--json', 'print one JSON document')
    .action(async ({ json }: { json?: true }) => {
      const all = await withStore(({ database }) => bansInForce(database, systemClock))
      const shown = all.map(({ keyId, accountId, untilMs, level }) => ({
        keyId,
        accountId,
        until: printedTime(untilMs),
        level,
      }))
      if (json) return printJson(shown)
      printTable(['KEY', 'ACCOUNT', 'UNTIL', 'LEVEL'], shown.map(Object.values))
    })

  bans
    .command('lift <key>')
    .description('lift the ban of a key, by the id of the key')
    .option('--json', 'print one JSON document')
    .action(async (key: string, { json }: { json?: true }) => {
      const keyId = readId(key)
      const lifted = await withStore(({ database }) => liftBan(database, keyId))
      if (!lifted) throw new Error(`key ${keyId} is not banned`)
      if (json) printJson({ keyId, lifted })
      else console.log(`The ban of key ${keyId} is lifted.`)
    })
}

const readId = (text: string): bigint => {
  try {
    return id(text)
  } catch {
    throw new UsageError(`"${text}" is no id of a key; bans list shows them`)
  }
}
