import { type Command, Option } from 'commander'
import { type EventType, eventTypes, type StoreEvent, stringifyExact } from '../mod.ts'
import { readEventTypes } from './event-types.ts'
import { asking, type CommandContext, printField, readLimit, withClient } from './remote.ts'
import { type FieldPath, readPath } from './result-field.ts'

type FollowOptions = {
  after?: string
  from: 'oldest' | 'now'
  types?: EventType[]
  limit?: number
  json?: true
  field?: FieldPath
}

/** `events follow`: prints changes as they happen, one line each, until it is stopped. */
export const eventCommands =
  (context: CommandContext) =>
  (events: Command): void => {
    const follow = asking(events.command('follow').description('print changes as they happen'))
      .option('--after <id>', 'continue after this event')
      .addOption(
        new Option('--from <place>', 'where to start without --after').choices(['now', 'oldest']).default('now'),
      )
      .option('--types <types>', `only these types, separated by commas: ${eventTypes.join(', ')}`, readEventTypes)
      .option('--limit <count>', 'stop after this many', readLimit)
      .option('--json', 'print each event as one line of JSON')
      .option('--field <path>', 'print one value of each event, such as data.id', readPath)
      .action(async ({ after, from, types, limit, json, field }: FollowOptions) => {
        await withClient(follow, context, async (store) => {
          // Following waits for a service that is unavailable, but at the start a wrong URL is more likely. This uses
          // no request.
          await store.rateLimit.get()
          let count = 0
          for await (const event of store.events.follow({ after, from, types })) {
            if (field) printField(event, field, json && printLine)
            else console.log(json ? stringifyExact(event) : line(event))
            count += 1
            if (count === limit) return
          }
        })
      })
  }

const printLine = (value: unknown): void => console.log(stringifyExact(value))

const line = ({ id, time, type, data }: StoreEvent): string =>
  `${time}  ${id}  ${type.padEnd(19)}  ${stringifyExact(data)}`
