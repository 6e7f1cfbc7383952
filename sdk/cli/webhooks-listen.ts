import type { Command } from 'commander'
import type { EventType, StoreEvent } from '../mod.ts'
import { readEventTypes } from './event-types.ts'
import { outcomeText, readUrl, secretOf, send } from './receiver.ts'
import { asking, type CommandContext, readLimit, remote, withClient } from './remote.ts'

type Options = { forwardTo: URL; types?: EventType[]; after?: string; limit?: number; json?: true }

/**
 * `webhooks listen`: follows the feed and sends each event to a receiver on this machine, signed as a webhook of the
 * service would be. The service itself calls nothing and needs no setting.
 */
export const addListen = (webhooks: Command, context: CommandContext): void => {
  const listen = asking(webhooks.command('listen').description('send events to a receiver on your machine as webhooks'))
    .requiredOption('--forward-to <url>', 'the receiver, such as http://localhost:4000', readUrl)
    .option('--types <types>', 'only these types of events, separated by commas', readEventTypes)
    .option('--after <id>', 'begin after this event; without it, begin now')
    .option('--limit <count>', 'stop after this many', readLimit)
    .option('--json', 'print each delivery as one line of JSON')
    .action(async ({ forwardTo, types, after, limit, json }: Options) => {
      await withClient(listen, context, async (store, key) => {
        const from = after ?? (await store.events.position())
        const secret = await secretOf(key)
        console.error(`Sending events to ${forwardTo}, signed with this secret:\n\n  ${secret}\n`)
        let count = 0
        // One at a time, so that they arrive in order.
        for await (const event of store.events.follow({ after: from, types })) {
          const outcome = await send(context, forwardTo, await store.webhooks.sign(event, secret))
          const { id, type } = event
          const text = `${line(event)}  ${outcomeText(outcome)}`
          console.log(json ? JSON.stringify({ id, type, ...outcome }) : text)
          count += 1
          if (count === limit) return
        }
      })
    })
}

/** `webhooks secret`: for the settings of a receiver. */
export const addSecret = (webhooks: Command, context: CommandContext): void => {
  const command = webhooks.command('secret').description('print the secret that "listen" and "trigger" sign with')
  remote(command, context, async (_store, _args, _options, key) => {
    const secret = await secretOf(key)
    return { json: { secret }, text: secret }
  })
}

const line = ({ id, time, type }: StoreEvent): string => `${time}  ${id}  ${type.padEnd(19)}`
