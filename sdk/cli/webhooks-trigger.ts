import { type Command, InvalidArgumentError } from 'commander'
import { signWebhook } from '../mod.ts'
import { eventExamples } from './event-examples.gen.ts'
import { CommandFailure } from './failure.ts'
import { outcomeText, readUrl, secretOf, send } from './receiver.ts'
import { asking, type CommandContext, withClient } from './remote.ts'

type ExampleType = keyof typeof eventExamples
type Options = { forwardTo: URL; id?: string; json?: true }

const types = Object.keys(eventExamples)

/** `webhooks trigger`: sends the documented example of an event to a receiver. It sends no request to the service. */
export const addTrigger = (webhooks: Command, context: CommandContext): void => {
  const trigger = asking(
    webhooks
      .command('trigger')
      .description('send the example of an event to a receiver, signed as "listen" signs')
      .argument('<type>', `one of ${types.join(', ')}`, readType),
  )
    .requiredOption('--forward-to <url>', 'the receiver, such as http://localhost:4000', readUrl)
    .option('--id <id>', 'the id of the event, for receivers that ignore ids they have seen', readId)
    .option('--json', 'print the delivery as JSON')
    .action(async (type: ExampleType, { forwardTo, id, json }: Options) => {
      await withClient(trigger, context, async (_store, key) => {
        const example = eventExamples[type]
        const event = { ...example, ...(id !== undefined && { id }) }
        const signed = await signWebhook(JSON.stringify(event), await secretOf(key), {
          id: event.id,
        })
        const outcome = await send(context, forwardTo, signed)
        const isDelivered = 'status' in outcome && outcome.status >= 200 && outcome.status < 300
        if (!isDelivered) throw new CommandFailure('not_delivered', `${type}: ${outcomeText(outcome)}`)
        if (json) context.print.json({ id: event.id, type, ...outcome })
        else console.log(`${event.id}  ${type}  ${outcomeText(outcome)}`)
      })
    })
}

const readType = (text: string): ExampleType => {
  if (Object.hasOwn(eventExamples, text)) return text as ExampleType
  throw new InvalidArgumentError(`It must be one of ${types.join(', ')}.`)
}

/** It is sent as a header. */
const readId = (text: string): string => {
  if (/^[\w-]{1,255}$/.test(text)) return text
  throw new InvalidArgumentError('It must have 1-255 letters, digits, hyphens or underscores.')
}
