import { type Static, Type } from 'typebox'
import { Int64 } from '../../platform/http/int64.ts'
import { type Author, authorTypes } from '../../requests/author/author.ts'

/** The actions that can be logged. Never rename one, as stored entries have these names. */
export const auditActions = [
  'pet.create',
  'pet.update',
  'pet.delete',
  'pet.batch',
  'profile.update',
  'profile.batch',
  'listing.publish',
  'listing.unpublish',
  'organization.update',
  'documentTemplates.update',
  'mailTemplate.update',
  'photo.add',
  'photo.update',
  'photo.order',
  'photo.delete',
  'note.add',
  'note.delete',
  'category.update',
  'category.delete',
  'order.place',
  'order.update',
  'order.approve',
  'order.deliver',
  'order.return',
  'order.cancel',
  'order.expire',
  'order.read',
  'order.list',
  'order.print',
  'order.undo',
  'customer.erase',
  'event.list',
  'event.stream',
  'form.create',
  'form.update',
  'application.submit',
  'application.update',
  'application.approve',
  'application.decline',
  'application.withdraw',
  'application.read',
  'application.list',
  'application.export',
  'applicant.erase',
  'person.list',
  'person.read',
  'person.export',
  'account.create',
  'account.update',
  'account.accept',
  'account.suspend',
  'account.resume',
  'account.transfer',
  'account.receive',
  'key.create',
  'key.rotate',
  'key.revoke',
  'key.ban',
  'ban.lift',
  'webhook.create',
  'webhook.update',
  'webhook.disable',
  'webhook.rotate',
  'webhook.delete',
  'webhook.redeliver',
  'delivery.read',
  'import',
  'import.undo',
  'export',
  'backup',
  'restore',
  'copy',
  'restore.confirm',
  'sample.add',
  'sample.remove',
  'mail.list',
  'mail.read',
  'mail.retry',
  'mail.release',
  'audit.export',
  'audit.begin',
  'audit.gap',
  'audit.unverified',
  'audit.accept',
  // Actions on users.
  'user.create',
  'user.update',
  'user.delete',
  'user.signIn',
  'user.signInFailed',
  'user.signOut',
] as const
export type AuditAction = (typeof auditActions)[number]

/** Those that only read data. */
export const readActions: readonly AuditAction[] = [
  ...(['order.read', 'order.list', 'order.print', 'event.list', 'event.stream'] as const),
  ...(['application.read', 'application.list', 'person.list', 'person.read'] as const),
  ...(['delivery.read', 'mail.list', 'mail.read'] as const),
]

export const auditTargets = [
  ...([
    'pet',
    'photo',
    'category',
    'order',
    'form',
    'application',
    'account',
    'key',
    'webhook',
    'user',
    'import',
    'mail',
  ] as const),
  /** The whole store. */
  'store',
  'audit_log',
  /** Lost entries of reads: `id` is their number. */
  'reads',
] as const

/** Matches one of `types`, alone or with an id after a colon, or an id alone. */
const referencePattern = (types: readonly string[]): string =>
  `^(?:(?:${types.join('|')})(?::-?[0-9]{1,19})?|-?[0-9]{1,19})$`
export const actorPattern = referencePattern(authorTypes)
export const targetPattern = referencePattern(auditTargets)

export type AuditTarget = { type: (typeof auditTargets)[number]; id?: bigint }

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
