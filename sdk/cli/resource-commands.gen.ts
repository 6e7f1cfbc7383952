// Generated from openapi.json by `npm run types -w sdk`: do not edit.
import type { Command } from 'commander'
import type { Int64 } from '../exact-json.ts'
import {
  type CommandContext,
  type ListLimit,
  limited,
  pageSize,
  type Repeatable,
  readId,
  remote,
  repeatable,
  take,
} from './remote.ts'
import { type Display, itemOf, tableOf } from './resource-output.ts'
import type { NewNote, Note } from '../mod.ts'

/** The commands of `store.notes`. */
export const noteCommands =
  (
    context: CommandContext,
    display: Display<Note> = {
      headings: ['ID', 'PET', 'TEXT', 'CREATED AT'],
      row: ({ id, petId, text, createdAt }) => [id, petId, text, createdAt],
    },
  ) =>
  (parent: Command): void => {
    const list = limited(parent.command('list').description("list an animal's notes")).argument(
      '<pet>',
      'the animal',
      readId,
    )
    remote<[Int64], ListLimit>(list, context, async (store, [petId], options) =>
      tableOf(await take(store.notes.list(petId, { limit: pageSize(options) }), options), display),
    )

    const get = parent.command('get').description('get a note').argument('<note>', 'the note', readId)
    remote<[Int64]>(get, context, async (store, [noteId]) => itemOf(await store.notes.get(noteId), display))

    const add = repeatable(parent.command('add').description('add a note'))
      .argument('<pet>', 'the animal', readId)
      .argument('<text>', 'plain text of 1 to 4,000 characters')
    remote<[Int64, NonNullable<NewNote['text']>], Repeatable>(add, context, async (store, [petId, text], options) => {
      const item = await store.notes.add(petId, { text }, { idempotencyKey: options.idempotencyKey })
      return { json: item, text: `Note ${item.id} was added.` }
    })

    const remove = parent.command('remove').description('delete a note').argument('<note>', 'the note', readId)
    remote<[Int64]>(remove, context, async (store, [noteId]) => {
      await store.notes.remove(noteId)
      return { json: { id: noteId, removed: true }, text: `Note ${noteId} was deleted.` }
    })
  }
