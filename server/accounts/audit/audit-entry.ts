import { type Static, Type } from 'typebox'
import { Int64 } from '../../platform/http/int64.ts'
import type { AuditAction, AuditActionTable, AuditTargetType } from '../../requests/api/audit-action.ts'
import { type Author, authorTypes } from '../../requests/author/author.ts'

/** Matches one of `types`, alone or with an id after a colon, or an id alone. */
const referencePattern = (types: readonly string[]): string =>
  `^(?:(?:${types.join('|')})(?::-?[0-9]{1,19})?|-?[0-9]{1,19})$`
export const actorPattern = referencePattern(authorTypes)
export const targetPattern = (actions: AuditActionTable): string => referencePattern(targetTypes(actions))

/** The kinds of resources that entries are about. */
export const targetTypes = (actions: AuditActionTable): string[] => [
  ...new Set(Object.values(actions).map(({ target }) => target)),
]

export type AuditTarget = { type: AuditTargetType; id?: bigint }

/** A change or a read to log. */
export type NewAuditEntry = {
  action: AuditAction
  target: AuditTarget
  /** Names of the changed fields, never their values; for an accepted break, the reason. */
  fields?: readonly string[]
}

export const auditEntry = (
  action: AuditAction,
  type: AuditTarget['type'],
  id: bigint,
  fields?: readonly string[],
): NewAuditEntry => ({ action, target: { type, id }, ...(fields && { fields }) })

/** An entry that has not been written yet. */
export type PendingEntry = NewAuditEntry & { author: Author; timeMs: number }

export const AuditEntry = Type.Object(
  {
    id: Int64({ description: 'The number of the entry. Entries are numbered without gaps.' }),
    time: Type.String({ format: 'date-time', description: 'When it happened (RFC 3339, UTC).' }),
    actor: Type.Object(
      {
        type: Type.Enum([...authorTypes], {
          description: 'A person, an API key, the command line, or the service itself (expiry, bans).',
        }),
        id: Type.Optional(Int64({ description: 'The id of the user or the key.' })),
        name: Type.Optional(
          Type.String({
            description:
              'The name of the user or the key; for the command line, of the operating system account; for the ' +
              'service, of the task.',
          }),
        ),
      },
      { description: 'The caller who did it.' },
    ),
    action: Type.String({ description: 'The action, such as `pet.update`.' }),
    target: Type.Object(
      {
        type: Type.String({ description: 'The kind of resource, such as `pet`.' }),
        id: Type.Optional(Int64({ description: 'The id of the resource.' })),
      },
      { description: 'The affected resource.' },
    ),
    fields: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: 100,
        description:
          'The names of the changed fields. Their values are not recorded. For `audit.accept`, the reason given.',
      }),
    ),
    requestId: Type.Optional(Type.String({ description: 'The `X-Request-Id` of the request.' })),
    address: Type.Optional(Type.String({ description: 'The IP address of the client.' })),
  },
  {
    $id: 'AuditEntry',
    description: 'One entry of the audit log: who did what to what, and when.',
    examples: [
      {
        id: 42,
        time: '2026-11-20T09:30:00.000Z',
        actor: { type: 'key', id: 1, name: 'Adoption site' },
        action: 'pet.update',
        target: { type: 'pet', id: 1 },
        fields: ['status'],
        requestId: 'Bu739bLCL3Et-2',
        address: '203.0.113.7',
      },
    ],
  },
)
export type AuditEntry = Static<typeof AuditEntry>

/** An action, as clients see it. */
export const ListedAction = Type.Object(
  {
    action: Type.String({ description: 'The action, as in entries and in the filter `action`.' }),
    label: Type.String({ description: 'What it did, in English.' }),
    group: Type.String({
      description: 'What it is about, in English: a heading for all actions with the same word before the period.',
    }),
  },
  {
    $id: 'AuditAction',
    description: 'An action that the audit log records.',
    examples: [{ action: 'pet.update', label: 'Changed an animal', group: 'Animals' }],
  },
)
