import assert from 'node:assert/strict'
import { test } from 'node:test'
import { debianPostgres, documentedCommands, whyNoDebianPostgres } from '../harness/documented-commands.ts'
import { startNetwork, whyNoMachines } from '../harness/machines.ts'

// Runs the commands of "Point-in-time recovery" in docs/operating/backup-and-restore.md as the page has them.

const HEADING = 'PostgreSQL: point-in-time recovery'

test('the commands of the page restore a database as it was before a deletion', {
  skip: whyNoDebianPostgres() ?? whyNoMachines() ?? false,
}, async () => {
  const [archive = '', target = ''] = documentedCommands('backup-and-restore', HEADING, 'ini')
  const [backup = '', unpack = '', recover = ''] = documentedCommands('backup-and-restore', HEADING)
  await using stack = new AsyncDisposableStack()
  const network = startNetwork()
  stack.defer(network.stop)
  const machine = await network.start('db1', 11)
  const PGDATA = `/var/lib/postgresql/${debianPostgres()}/main`
  // The machine has no folders of its own outside of /etc and /var/lib.
  const on = (text: string) =>
    machine.run(text.replaceAll(/(?<=[ '])\/(archive|base)\//g, '/var/lib/postgresql/$1/'), {
      PGDATA,
    })
  const sql = (statement: string) => on(`cd / && sudo -u postgres psql -v ON_ERROR_STOP=1 -Atc "${statement}"`)

  await on(
    `pg_createcluster ${debianPostgres()} main -p 5432
    sudo -u postgres mkdir /var/lib/postgresql/archive /var/lib/postgresql/base
    cat >/etc/postgresql/${debianPostgres()}/main/conf.d/archive.conf <<'END'\n${archive}END
    systemctl start postgresql`,
  )
  await sql('create table pets (name text)')
  await on(backup)
  await sql(`insert into pets values ('after the backup')`)
  const time = (await sql('select clock_timestamp()')).trim()
  await sql('delete from pets')
  await sql('select pg_switch_wal()')

  await on(unpack)
  const until = target.replace('2026-11-26 21:02:32+00', time)
  assert.notEqual(until, target)
  await on(`cat >>"$PGDATA/postgresql.auto.conf" <<'END'\n${until}END\n${recover}`)
  assert.equal((await sql('select name from pets')).trim(), 'after the backup')
})
