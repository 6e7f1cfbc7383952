import { Type } from 'typebox'
import { Int64 } from '../../platform/http/int64.ts'
import { stringifyJson } from '../../platform/http/json.ts'
import { type Operation, operation } from '../../requests/api/operation.ts'
import { listPage, pageParameters } from '../../requests/api/page.ts'
import { noContent, resource } from '../../requests/api/reply.ts'
import { linkHeaders } from '../../requests/api/responses.ts'
import type { Idempotency } from '../../requests/idempotency/idempotency.service.ts'
import { NewNote, Note, type NoteChange, noteLocation } from './note.ts'
import type { NotesService } from './notes.service.ts'

type Deps = { notes: NotesService; idempotency: Idempotency<NoteChange> }

const PetPath = Type.Object(
  { petId: Int64({ description: 'Identifier of the animal.' }) },
  { 'x-not-found': 'pet_not_found' },
)
const NotePath = Type.Object(
  { noteId: Int64({ description: 'Identifier of the note.' }) },
  { 'x-not-found': 'note_not_found' },
)
const ListNotes = Type.Object(pageParameters, { additionalProperties: false })

export const noteSchemas = [NewNote, Note]

const shared = { tag: 'Profiles', stability: 'beta', scope: 'pets:write' } as const

export const noteOperations = ({ notes, idempotency }: Deps): Operation[] => [
  operation({
    ...shared,
    id: 'listNotes',
    method: 'GET',
    path: '/pets/{petId}/notes',
    summary: "List an animal's notes",
    description:
      'Returns a page of the notes of the staff about an animal, newest first. Only the account that the animal belongs ' +
      'to can read them. They are never public.',
    params: PetPath,
    query: ListNotes,
    requestHeaders: ['Prefer'],
    returns: {
      200: { description: 'A page of notes.', schema: Type.Array(Note), headers: linkHeaders },
    },
    errors: ['pet_not_found', 'not_owner', 'invalid_cursor'],
    example: {
      path: { petId: '1' },
      client: `for await (const { text, author } of store.notes.list(1)) console.log(author.name, text)`,
    },
    handle: async (call) => {
      const { petId } = call.params
      await notes.check(call.caller, petId)
      return listPage(call, {
        list: `notes ${petId}`,
        path: `/v1/pets/${petId}/notes`,
        read: ({ afterId: beforeId, limit }) => notes.list({ petId, beforeId, limit }),
        count: () => notes.count(petId),
      })
    },
  }),

  operation({
    ...shared,
    id: 'addNote',
    method: 'POST',
    path: '/pets/{petId}/notes',
    summary: 'Add a note',
    description:
      'Adds a note about an animal. An animal can have up to 500 notes. Notes cause no events and are deleted with ' +
      'the animal.',
    params: PetPath,
    body: NewNote,
    requestHeaders: ['Idempotency-Key'],
    returns: { 201: { description: 'The note.', schema: Note } },
    errors: ['pet_not_found', 'not_owner', 'note_limit_reached'],
    example: {
      path: { petId: '1' },
      body: { text: 'Ate well this morning.' },
      client: `const note = await store.notes.add(1, { text: 'Ate well this morning.' })\nconsole.log(note.id)`,
    },
    handle: (call) =>
      idempotency.once(call, call.caller, async (trx) => {
        const note = await notes.add(trx, call, call.params.petId, call.body)
        return { status: 201, location: noteLocation(note.id), body: stringifyJson(note) }
      }),
  }),

  operation({
    ...shared,
    id: 'getNote',
    method: 'GET',
    path: '/notes/{noteId}',
    summary: 'Get a note',
    description: 'Returns a note. Only the account that its animal belongs to can read it.',
    params: NotePath,
    returns: { 200: { description: 'The note.', schema: Note } },
    errors: ['note_not_found'],
    example: {
      path: { noteId: '1' },
      client: `const { text } = await store.notes.get(1)\nconsole.log(text)`,
    },
    handle: async ({ caller, params: { noteId } }) => resource(await notes.get(caller, noteId)),
  }),

  operation({
    ...shared,
    id: 'deleteNote',
    method: 'DELETE',
    path: '/notes/{noteId}',
    summary: 'Delete a note',
    description: 'The author of a note, managers, admins and keys can delete it.',
    params: NotePath,
    returns: { 204: { description: 'Deleted.' } },
    errors: ['note_not_found'],
    example: { path: { noteId: '1' }, client: `await store.notes.remove(1)` },
    handle: async (call) => {
      await notes.remove(call, call.params.noteId)
      return noContent
    },
  }),
]
