import type { ClientBase } from 'pg'
import type { PostgresRoute } from './postgres-routes.ts'

/** A stalled process must not hold its locks for long. */
const IDLE_IN_TRANSACTION_MS = 5_000
/** The server cancels a statement slightly before we do, which keeps the connection usable. */
const SERVER_MARGIN_MS = 100

/**
 * With `off`, PostgreSQL acknowledges a commit before it is on the disk; with `local`, before the synchronous standby has
 * it. The server, the database or the role may set either. `remote_write` and `remote_apply` stay.
 */
export const durableCommitsSql = `case when current_setting('synchronous_commit') in ('off', 'local') then set_config('synchronous_commit', 'on', false) end`

type Session = {
  /** The required kind of server. */
  session: PostgresRoute['session']
  readOnly: boolean | undefined
  /** The time limit for each statement. */
  deadlineMs: number | undefined
  /** The time limit for this connection. */
  connectMs: number
}

/**
 * Checks and sets up a new connection. The settings are not sent as startup parameters, because PgBouncer rejects
 * those that it does not know.
 */
export const prepareSession = async (
  client: ClientBase,
  { session, readOnly, deadlineMs, connectMs }: Session,
): Promise<void> => {
  const settings = {
    ...(deadlineMs !== undefined && {
      statement_timeout: deadlineMs - SERVER_MARGIN_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    }),
    ...(readOnly && { default_transaction_read_only: 'on' }),
  }
  const changes = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', false)`)
  // Read before it is set: a default applies from the next transaction on.
  const reads = [
    'pg_is_in_recovery() as "isStandby"',
    `current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
  ]
  // The driver supports this timeout, but its types lack it.
  const statement = {
    text: `select ${[...reads, ...changes, durableCommitsSql].join(', ')}`,
    query_timeout: connectMs,
  }
  const { rows } = await client.query<Server>(statement)
  const [server] = rows
  if (server && !accepts[session](server)) {
    throw new Error(
      `the server does not match target_session_attrs=${session}: it is ${server.isStandby ? 'a standby' : server.isReadOnly ? 'read-only' : 'a primary'}`,
    )
  }
}

type Server = { isStandby: boolean; isReadOnly: boolean }

const accepts: Record<PostgresRoute['session'], (server: Server) => boolean> = {
  any: () => true,
  'read-write': ({ isStandby, isReadOnly }) => !isStandby && !isReadOnly,
  'read-only': ({ isStandby, isReadOnly }) => isStandby || isReadOnly,
  primary: ({ isStandby }) => !isStandby,
  standby: ({ isStandby }) => isStandby,
}
