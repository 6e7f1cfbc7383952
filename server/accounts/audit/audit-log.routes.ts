import { Type } from 'typebox'
import type { AuditActionTable } from '../../requests/api/audit-action.ts'
import { type Operation, operation } from '../../requests/api/operation.ts'
import { idPageParameters, listPage } from '../../requests/api/page.ts'
import { resource } from '../../requests/api/reply.ts'
import { linkHeaders } from '../../requests/api/responses.ts'
import { AuditEntry, actorPattern, ListedAction, targetPattern } from './audit-entry.ts'
import type { AuditLogService } from './audit-log.service.ts'

const reference = (pattern: string, description: string) =>
  Type.Optional(Type.String({ maxLength: 64, pattern, description }))

const listEntries = (actions: AuditActionTable) => {
  const names = Object.keys(actions)
  const kinds = names.map((action) => action.split('.')[0] ?? action)
  return Type.Object(
    {
      ...idPageParameters,
      actor: reference(actorPattern, 'Only entries by this caller: `key`, `key:12` or `12`.'),
      action: Type.Optional(
        Type.Enum([...new Set([...names, ...kinds])], {
          description: 'Only this action, such as `pet.update`, or `pet` for all actions on animals.',
        }),
      ),
      reads: Type.Optional(
        Type.Unsafe<'true' | 'false'>(
          Type.Enum(['true', 'false'], {
            description: '`false` omits reads, which the console makes often. Exports are always listed.',
          }),
        ),
      ),
      target: reference(targetPattern(actions), 'Only entries about this resource: `pet`, `pet:12` or `12`.'),
    },
    { additionalProperties: false },
  )
}

export const auditSchemas = [AuditEntry, ListedAction]

export const auditOperations = (auditLog: AuditLogService, actions: AuditActionTable): Operation[] => [
  operation({
    id: 'listAuditLog',
    method: 'GET',
    path: '/audit-log',
    tag: 'Admin',
    stability: 'beta',
    scope: 'admin',
    isForStore: true,
    summary: 'List audit log entries',
    description:
      'Returns who changed what, and who read customers’ data, newest first. Entries contain the names of fields, ' +
      'never their values. A batch, an import and an event stream are one entry each. Reads appear within a second.',
    query: listEntries(actions),
    requestHeaders: ['Prefer'],
    returns: {
      200: {
        description: 'A page of entries.',
        schema: Type.Array(AuditEntry),
        headers: linkHeaders,
      },
    },
    errors: ['invalid_cursor'],
    guide: { name: 'audit-log', about: 'Read and verify the audit log' },
    example: {
      query: { target: 'pet:1' },
      client: `for await (const entry of store.auditLog.list({ target: 'pet:1' })) console.log(entry.actor.name, entry.action)`,
    },
    handle: (call) => {
      const { actor, action, target, reads } = call.query
      const query = { actor, action, target, reads }
      const parameters = Object.fromEntries(
        Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined),
      )
      return listPage(call, {
        list: `audit log ${JSON.stringify(parameters)}`,
        path: '/v1/audit-log',
        parameters,
        read: (page) => auditLog.list(query, page),
        count: () => auditLog.count(query),
      })
    },
  }),
  operation({
    id: 'listAuditActions',
    method: 'GET',
    path: '/audit-log/actions',
    tag: 'Admin',
    stability: 'beta',
    scope: 'admin',
    isForStore: true,
    summary: 'List the actions of the audit log',
    description: 'Returns every action that the audit log may record, with labels to show to people.',
    returns: { 200: { description: 'The actions.', schema: Type.Array(ListedAction) } },
    guide: { name: 'audit-log', about: 'Read and verify the audit log' },
    example: {
      client: 'for (const { action, label } of await store.auditLog.actions()) console.log(action, label)',
    },
    handle: () => resource(Object.entries(actions).map(([action, { label, group }]) => ({ action, label, group }))),
  }),
]
