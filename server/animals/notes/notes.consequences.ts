import { auditEntry } from '../../accounts/audit/audit-entry.ts'
import type { ConsequencesOf } from '../../requests/api/consequence.ts'
import { type NoteChange, noteLocation, withoutText } from './note.ts'

export const noteConsequences: ConsequencesOf<NoteChange> = {
  // Notes are for the staff alone, so there is no event.
  'note added': { audit: ({ petId }) => auditEntry('note.add', 'pet', petId) },
  'note removed': {
    audit: ({ petId }) => auditEntry('note.delete', 'pet', petId),
    // A repeated request would return the text of the deleted note.
    rewrite: ({ noteId }) => ({ location: noteLocation(noteId), json: withoutText }),
  },
}
