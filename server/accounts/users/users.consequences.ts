import type { ConsequencesOf } from '../../requests/api/consequence.ts'
import { auditEntry } from '../audit/audit-entry.ts'
import type { UserChange } from './user.ts'

export const userConsequences: ConsequencesOf<UserChange> = {
  'user added': {
    audit: ({ userId: id }) => auditEntry('user.create', 'user', id),
    notify: ['staging', 'log'],
  },
  // Cached sessions include the permissions of their user.
  'user changed': {
    audit: ({ userId: id, fields }) => auditEntry('user.update', 'user', id, fields),
    notify: ['staging', 'log', 'keys'],
  },
  'user removed': {
    audit: ({ userId: id }) => auditEntry('user.delete', 'user', id),
    notify: ['staging', 'log', 'keys'],
  },
  'password link made': {
    audit: ({ userId: id }) => auditEntry('user.update', 'user', id, ['passwordLink']),
    notify: ['log'],
  },
  'password set': {
    audit: ({ userId: id }) => auditEntry('user.update', 'user', id, ['password']),
    notify: ['log', 'keys'],
  },
  'identity linked': {
    audit: ({ userId: id }) => auditEntry('user.update', 'user', id, ['identity']),
    notify: ['log'],
  },
  'passkey added': {
    audit: ({ userId: id }) => auditEntry('user.update', 'user', id, ['passkeys']),
    notify: ['log', 'keys'],
  },
  'passkey removed': {
    audit: ({ userId: id }) => auditEntry('user.update', 'user', id, ['passkeys']),
    notify: ['log', 'keys'],
  },
  'session started': { audit: ({ userId: id }) => auditEntry('user.signIn', 'user', id) },
  'session ended': {
    audit: ({ userId: id }) => auditEntry('user.signOut', 'user', id),
    notify: ['keys'],
  },
}
