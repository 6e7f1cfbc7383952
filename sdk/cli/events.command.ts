import { type Command, InvalidArgumentError, Option } from 'commander'
import { type EventType, type StoreEvent, stringifyExact } from '../mod.ts'
import { answered, asking, readLimit } from './remote.ts'

type FollowOptions = {
  after?: string
  from: 'oldest' | 'now'
  types?: EventType[]
  limit?: number
  json?: true
}

/** `events follow`: changes as they happen, a line each, until it is stopped. */
export const eventCommands = (program: Command): void => {
  const events = program.command('events').description('changes of the store, over HTTP with a key')
  const follow = asking(events.command('follow').description('print changes as they happen'))
    .option('--after <id>', 'go on after this event')
    .addOption(
      new Option('--from <place>', 'where to begin without --after')
        .choices(['now', 'oldest'])
        .default('now'),
    )
    .option(
      '--types <types>',
      `only these, separated by commas: ${eventTypes.join(', ')}`,
      readTypes,
    )
    .option('--limit <count>', 'stop after so many', readLimit)
    .option('--json', 'print each as one line of JSON')
    .action(async ({ after, from, types, limit, json }: FollowOptions) => {
      // Who reads may have had enough: `events follow | head`.
      process.stdout.on('error', (error) =>
        process.exit('code' in error && error.code === 'EPIPE' ? 0 : 1),
      )
      await answered(follow, async (store) => {
        // Following waits for a service that is away; at the beginning that is more likely a wrong address. Uses no request.
        await store.rateLimit.get()
        let count = 0
        for await (const event of store.events.follow({ after, from, types })) {
          console.log(json ? stringifyExact(event) : line(event))
          count += 1
          if (count === limit) return
        }
      })
    })
}

const eventTypes = [
  'pet.created',
  'pet.updated',
  'pet.deleted',
  'order.placed',
  'order.updated',
  'category.updated',
  'key.banned',
  'webhook.disabled',
] as const satisfies readonly EventType[]

const readTypes = (text: string): EventType[] =>
  text.split(',').map((name) => {
    const type = eventTypes.find((known) => known === name)
    if (!type) throw new InvalidArgumentError(`It must be one of ${eventTypes.join(', ')}.`)
    return type
  })

const line = ({ id, time, type, data }: StoreEvent): string =>
  `${time}  ${id}  ${type.padEnd(16)}  ${stringifyExact(data)}`
