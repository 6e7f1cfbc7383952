import type { Command } from 'commander'
import { type CommandContext, remote } from './remote.ts'

/** `limits`: how many requests the key has left. The command itself uses none. */
export const limitsCommand =
  (context: CommandContext) =>
  (limits: Command): void => {
    remote(limits, context, async (store) => {
      const limit = await store.rateLimit.get()
      const windows = limit.windows.map(({ name, limit, remaining, resetAt }) => [name, limit, remaining, resetAt])
      const ban = limit.ban ? [['banned', '-', 0, limit.ban.until]] : []
      return {
        json: limit,
        headings: [`PLAN ${limit.plan}`, 'LIMIT', 'LEFT', 'UNTIL'],
        rows: [...windows, ...ban],
      }
    })
  }
