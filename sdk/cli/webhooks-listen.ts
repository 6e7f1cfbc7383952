import { type Command, InvalidArgumentError } from 'commander'
import type { EventType, SignedWebhook, StoreEvent } from '../mod.ts'
import { readEventTypes } from './event-types.ts'
import { asking, type CommandContext, readLimit, withClient } from './remote.ts'

type Options = { forwardTo: URL; types?: EventType[]; after?: string; limit?: number; json?: true }

type Outcome = { status: number } | { error: string }

/**
 * `webhooks listen`: follows the feed and sends each event to a receiver on this machine, signed as a webhook of the
 * service would be. The service itself calls nothing and needs no setting.
 */
export const addListen = (webhooks: Command, context: CommandContext): void => {
  const listen = asking(
    webhooks.command('listen').description('send events to a receiver on your machine as webhooks'),
  )
    .requiredOption('--forward-to <url>', 'the receiver, such as http://localhost:4000', readUrl)
    .option('--types <types>', 'only these types of events, separated by commas', readEventTypes)
    .option('--after <id>', 'begin after this event; without it, begin now')
    .option('--limit <count>', 'stop after this many', readLimit)
    .option('--json', 'print each delivery as one line of JSON')
    .action(async ({ forwardTo, types, after, limit, json }: Options) => {
      await withClient(listen, context, async (store) => {
        const from = after ?? (await store.events.position())
        const secret = await secretOf(String(listen.opts().key))
        console.error(`Sending events to ${forwardTo}, signed with this secret:\n\n  ${secret}\n`)
        let count = 0
        // One at a time, so that they arrive in order.
        for await (const event of store.events.follow({ after: from, types })) {
          const outcome = await send(context, forwardTo, await store.webhooks.sign(event, secret))
          console.log(json ? JSON.stringify(delivery(event, outcome)) : line(event, outcome))
          count += 1
          if (count === limit) return
        }
      })
    })
}

/** The same for each run with a key, so that a receiver has to be configured only once. It reveals nothing of the key. */
const secretOf = async (key: string): Promise<string> => {
  const { subtle } = globalThis.crypto
  const bytes = new TextEncoder().encode(`webhooks listen ${key}`)
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes))
  return `whsec_${btoa(String.fromCharCode(...digest))}`
}

const send = async (
  { fetch }: Pick<CommandContext, 'fetch'>,
  url: URL,
  { body, headers }: SignedWebhook,
): Promise<Outcome> => {
  try {
    const response = await fetch(url.href, { method: 'POST', headers, body })
    await response.body?.cancel()
    return { status: response.status }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

const delivery = ({ id, type }: StoreEvent, outcome: Outcome) => ({ id, type, ...outcome })

const line = ({ id, time, type }: StoreEvent, outcome: Outcome): string =>
  `${time}  ${id}  ${type.padEnd(19)}  ${'status' in outcome ? outcome.status : `not delivered: ${outcome.error}`}`

const readUrl = (text: string): URL => {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return new URL(text)
  throw new InvalidArgumentError('It must be an http or https URL, such as http://localhost:4000.')
}
