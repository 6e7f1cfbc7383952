import type { Command } from 'commander'
import type { Int64, Note } from '../mod.ts'
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

/** `notes list|get|add|remove`: the notes about an animal of a remote service. */
export const noteCommands =
  (context: CommandContext) =>
  (notes: Command): void => {
    const list = limited(
      notes.command('list').description("list an animal's notes, newest first").argument('<pet>', 'the animal', readId),
    )
    remote<[Int64], ListLimit>(list, context, async (store, [petId], options) => {
      const found = await take(store.notes.list(petId, { limit: pageSize(options) }), options)
      return {
        json: found,
        headings: ['ID', 'WRITTEN', 'BY', 'TEXT'],
        rows: found.map(noteRow),
      }
    })

    const get = notes.command('get').description('show a note').argument('<note>', 'the note', readId)
    remote<[Int64]>(get, context, async (store, [id]) => {
      const note = await store.notes.get(id)
      const by = note.author.name ?? note.author.type
      return { json: note, text: `${note.createdAt}, ${by}:\n${note.text}` }
    })

    const add = repeatable(notes.command('add').description('add a note that only the staff can read'))
      .argument('<pet>', 'the animal', readId)
      .argument('<text>', 'up to 4,000 characters')
    remote<[Int64, string], Repeatable>(add, context, async (store, [petId, text], options) => {
      const { idempotencyKey } = options
      const note = await store.notes.add(petId, { text }, { idempotencyKey })
      return { json: note, text: `Note ${note.id} was added.` }
    })

    const remove = notes.command('remove').description('delete a note').argument('<note>', 'the note', readId)
    remote<[Int64]>(remove, context, async (store, [id]) => {
      await store.notes.remove(id)
      return { json: { id, removed: true }, text: `Note ${id} was deleted.` }
    })
  }

const noteRow = ({ id, createdAt, author, text }: Note): unknown[] => [
  id,
  createdAt,
  author.name ?? author.type,
  text.replaceAll(/\s+/g, ' '),
]
