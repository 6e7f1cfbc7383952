import { faultSummary, protocolError } from '../../platform/http/http-error.ts'
import { parseInt64 } from '../../platform/http/int64.ts'
import { MAX_COUNTED } from '../../platform/storage/bounded-count.ts'
import type { Database } from '../../platform/storage/database.ts'
import { showTime } from '../../platform/time.ts'
import type { AuditActionTable } from '../../requests/api/audit-action.ts'
import type { SignedEntry } from './audit-chain.ts'
import type { AuditEntry } from './audit-entry.ts'
import { type AuditFilter, countEntries, listEntries } from './audit-log.repository.ts'

type Deps = { database: Pick<Database, 'read' | 'readLong'>; actions: AuditActionTable }

/** Filters as clients write them: `key`, `key:12` or `12`; `pet` or `pet.update`. */
export type AuditQuery = {
  actor?: string | undefined
  action?: string | undefined
  target?: string | undefined
  /** `false` leaves out reads. */
  reads?: 'true' | 'false' | undefined
}

type Page = { afterId?: bigint | undefined; limit: number }

export const auditLogService = ({ database, actions }: Deps) => ({
  /** Newest first. */
  list: async (query: AuditQuery, { afterId: beforeId, limit }: Page): Promise<AuditEntry[]> =>
    (await listEntries(readerFor(database, query), { ...filterOf(query, actions), beforeId, limit })).map(showEntry),

  count: (query: AuditQuery): Promise<number> =>
    countEntries(database.readLong('audit log'), filterOf(query, actions), MAX_COUNTED + 1),
})

export type AuditLogService = ReturnType<typeof auditLogService>

/** A filtered search may have to scan far back. */
const readerFor = ({ read, readLong }: Deps['database'], query: AuditQuery) =>
  Object.values(query).some((value) => value !== undefined) ? readLong('audit log') : read

const filterOf = ({ actor, action, target, reads }: AuditQuery, known: AuditActionTable): AuditFilter => {
  const [actorType, actorId] = reference('actor', actor)
  const [targetType, targetId] = reference('target', target)
  const actions = action === undefined ? undefined : actionsOf(action, known)
  const without = reads === 'false' ? readsAmong(known) : undefined
  return { actorType, actorId, targetType, targetId, actions, without }
}

const readsAmong = (actions: AuditActionTable): string[] =>
  Object.entries(actions).flatMap(([name, { isRead }]) => (isRead ? [name] : []))

/** All actions of a kind, such as `pet`, or the single named action. */
export const actionsOf = (action: string, actions: AuditActionTable): string[] =>
  Object.keys(actions).filter((known) => known === action || known.startsWith(`${action}.`))

/** Throws `invalid_parameter` for a number that cannot be an id. */
const reference = (field: string, text: string | undefined): [type: string | undefined, id: bigint | undefined] => {
  if (text === undefined) return [undefined, undefined]
  const [type, id] = /^-?\d/.test(text) ? [undefined, text] : text.split(':')
  if (id === undefined) return [type, undefined]
  const known = parseInt64(id)
  if (known !== undefined) return [type, known]
  const fault = { field, code: 'invalid_value', message: 'must have a 64-bit integer as its id' }
  throw protocolError('invalid_parameter', { errors: [fault], message: faultSummary([fault]) })
}

export const showEntry = (row: SignedEntry): AuditEntry => ({
  id: row.id,
  time: showTime(Number(row.time)),
  actor: {
    type: row.actor_type as AuditEntry['actor']['type'],
    ...(row.actor_id !== null && { id: row.actor_id }),
    ...(row.actor_name !== null && { name: row.actor_name }),
  },
  action: row.action,
  target: { type: row.target_type, ...(row.target_id !== null && { id: row.target_id }) },
  ...(row.fields !== null && { fields: fieldsOf(row.action, row.fields) }),
  ...(row.request_id !== null && { requestId: row.request_id }),
  ...(row.address !== null && { address: row.address }),
})

/** A reason is one text; names have no spaces. */
const fieldsOf = (action: string, text: string): string[] => (action === 'audit.accept' ? [text] : text.split(' '))
