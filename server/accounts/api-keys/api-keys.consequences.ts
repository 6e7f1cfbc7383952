import type { ConsequencesOf } from '../../requests/api/consequence.ts'
import { auditEntry } from '../audit/audit-entry.ts'
import type { KeyChange } from './api-key.ts'

export const keyConsequences: ConsequencesOf<KeyChange> = {
  // A new key is not cached anywhere.
  'key created': {
    audit: ({ keyId: id }) => auditEntry('key.create', 'key', id),
    notify: ['log'],
  },
  // A webhook belongs to the key that created it.
  'key revoked': {
    audit: ({ keyId: id }) => auditEntry('key.revoke', 'key', id),
    webhooksOf: ({ keyId }) => ({ keyId }),
    notify: ['log', 'keys'],
  },
  'key rotated': {
    audit: ({ keyId: id }) => auditEntry('key.rotate', 'key', id),
    webhooksOf: ({ keyId, successorId }) => ({ keyId, successorId }),
    notify: ['log', 'keys'],
  },
  'key ended': { webhooksOf: ({ keyId }) => ({ keyId }) },
}
