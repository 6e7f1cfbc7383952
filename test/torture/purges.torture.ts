import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Client } from 'pg'
import { testApp } from '../harness/app.ts'
import { eventually } from '../harness/eventually.ts'
import { whyNoPostgres } from '../harness/postgres.ts'

/** The rows of a table that are not expired. A purge must not read them. */
const CURRENT = 200_000
/** More than one step removes. */
const EXPIRED = 1_200
const LATER = '4102444800000'

/** For each table: the routine that purges it, its columns, and the values of row `n` that expires at `at`. */
const purges = {
  used_tickets: { routine: 'tickets.purge', columns: 'hash, expires_at', values: `'h' || n, at` },
  password_links: {
    routine: 'users.purgeLinks',
    columns: 'hash, expires_at, proves_address',
    values: `'h' || n, at, 0`,
  },
  access_tokens: {
    routine: 'sessions.purge',
    columns: 'hash, session_id, expires_at',
    values: `'h' || n, 1, at`,
  },
  idempotency_keys: {
    routine: 'idempotency.purge',
    columns: 'account_id, key, fingerprint, status, body, created_at',
    values: `1, 'k' || n, 'f', 201, '{}', at`,
  },
  sessions: {
    routine: 'sessions.purge',
    columns: 'user_id, family_hash, refresh_hash, refreshed_at, created_at, last_seen_at, expires_at',
    values: `1, 'f' || n, 'r' || n, 1, 1, 1, at`,
  },
  deprecated_calls: {
    routine: 'deprecations.purge',
    columns: 'operation_id, account_id, hour, key_id, calls, last_called_at',
    values: `'o', n, at / 3600000, 1, 1, at`,
  },
  counted_mails: {
    routine: 'applicationMails.purge',
    columns: 'counted_by, sent_at',
    values: `'c' || n, at`,
  },
  mails: {
    routine: 'mails.purge',
    columns: 'kind, status, to_address, message_key, requested_by, attempts, give_up_at, created_at, remove_at',
    values: `'account.invite', 'sent', 'a' || n, 'k' || n, 'me', 1, at, 1, at`,
  },
  recent_applications: {
    routine: 'applicationLimits.purge',
    columns: 'counted_by, application_id, sent_at',
    values: `'c', n, at`,
  },
} as const

suite('purges on PostgreSQL', { skip: whyNoPostgres() ?? false }, () => {
  for (const [table, { routine, columns, values }] of Object.entries(purges)) {
    test(`${routine} removes all that has expired from ${table}, and reads little else, with the statistics of an empty table`, async () => {
      await using app = await testApp({ engine: 'postgres' })
      const client = new Client({ connectionString: app.databaseUrl })
      await client.connect()
      const first = async (text: string) => (await client.query(text)).rows[0]
      try {
        await client.query(`vacuum analyze ${table}`)
        await client.query(`alter table ${table} set (autovacuum_enabled = off)`)
        await client.query(
          `insert into ${table} (${columns}) select ${values}
           from (select n, case when n <= ${CURRENT} then ${LATER} else 1 end as at
             from generate_series(1, ${CURRENT + EXPIRED}) as n) as numbered`,
        )
        const scanned = `select seq_tup_read::int as read, n_tup_del::int as removed
          from pg_stat_user_tables where relname = '${table}'`
        const before = await first(scanned)
        await app.service.runRoutine(routine)
        // Connections report what they have done about a second later.
        let after = before
        await eventually('the statistics are reported', async () => {
          await app.service.runRoutine(routine)
          after = await first(scanned)
          return after.removed - before.removed >= EXPIRED
        })
        const read = after.read - before.read
        assert.ok(read < CURRENT, `${read} rows were read`)
        const { left } = await first(`select count(*)::int as left from ${table}`)
        assert.equal(left, CURRENT)
      } finally {
        await client.end()
      }
    })
  }
})
