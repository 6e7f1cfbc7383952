import type { Int64 } from './exact-json.ts'
import type { CallOptions, ListOptions, PostOptions } from './options.ts'
import { type List, list } from './page.ts'
import { inPath } from './request.ts'
import type { Call } from './response.ts'
import type { NewNote, Note, PageQuery } from './schemas.ts'
import type { Send } from './transport.ts'

/** Calls for notes about animals, which only the staff of their account can read. */
export type NoteCalls = ReturnType<typeof noteCalls>

export const noteCalls = (send: Send) => ({
  /**
   * Lists the notes about one of your animals, newest first. Awaitable, and iterable over all pages. Throws
   * `pet_not_found`, `not_owner`.
   */
  list: (petId: Int64, query?: PageQuery, options?: ListOptions): List<Note> =>
    list(send, { operation: 'listNotes', path: path(petId), query }, options),

  /** Gets a note about one of your animals. Throws `note_not_found`. */
  get: (noteId: Int64, options?: CallOptions): Call<Note> =>
    send({ operation: 'getNote', path: `/notes/${inPath(noteId)}` }, options),

  /** Adds a note. Throws `pet_not_found`, `not_owner`, `note_limit_reached`. */
  add: (petId: Int64, note: NewNote, options?: PostOptions): Call<Note> =>
    send({ operation: 'addNote', method: 'POST', path: path(petId), body: note }, options),

  /** Deletes a note. Its author, managers and keys can do this. Throws `note_not_found`. */
  remove: (noteId: Int64, options?: CallOptions): Call<void> =>
    send({ operation: 'deleteNote', method: 'DELETE', path: `/notes/${inPath(noteId)}` }, options),
})

const path = (petId: Int64): string => `/pets/${inPath(petId)}/notes`
