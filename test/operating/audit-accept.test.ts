import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock as clock } from '../../server/platform/clock.ts'
import { tester } from '../harness/author.ts'
import { runCommand } from '../harness/commands.ts'
import { engines, freshDatabase } from '../harness/engines.ts'
import { openForChanges } from '../harness/notified.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { operatorOf } from '../harness/typed.ts'

for (const engine of engines) {
  test(`audit accept records a known break with its reason, and audit verify lists it (${engine})`, async () => {
    const store = await freshDatabase(engine)
    const run = (...args: string[]) => runCommand({ args, environment: operatorOf(store.url) })
    const database = await openForChanges(store.url, { clock })
    const write = () =>
      database.writeAs(tester, async (trx) => {
        trx.record({ kind: 'key created', accountId: 1n, keyId: 1n })
      })
    await write()
    const { stdout: early } = await run('audit', 'verify', '--json')
    assert.deepEqual(JSON.parse(early).accepted, [])
    await write()
    const noted = JSON.parse((await run('audit', 'verify', '--json')).stdout).head
    // A replica keeps running while its newest entries are lost.
    await database.write(({ query }) => query.deleteFrom('audit_log').where('id', '>', 1n).execute())
    await write()
    await write()

    const accept = (from: string, reason: string, ...more: string[]) =>
      run('audit', 'accept', '--from', from, '--reason', reason, ...more)
    for (const [args, expected] of [
      [[], /required option '--from <id>' not specified/],
      [['--from', '2'], /required option '--reason <text>' not specified/],
      [['--reason', 'x'], /required option '--from <id>' not specified/],
      ...['x', '1.5', '0', '-2', '', '9223372036854775808'].map(
        (from) => [['--from', from, '--reason', 'x'], /'--from <id>'.*the id of an entry/] as const,
      ),
      ...['', '  ', 'two\nlines', 'a \u001b[1m', 'x'.repeat(501)].map(
        (reason) => [['--from', '2', '--reason', reason], /'--reason <text>'.*1-500 characters/s] as const,
      ),
      [['--from', '99', '--reason', 'x'], /--from: the log has no entry 99/],
      [['--from', '3', '--reason', 'x'], /--from: from entry 3 on, the log has no unaccepted break/],
    ] as const) {
      const { code, stdout, stderr } = await run('audit', 'accept', ...args)
      assert.deepEqual([code, stdout], [2, ''], args.join(' '))
      assert.match(stderr, expected)
    }
    const before = await run('audit', 'verify')
    assert.equal(before.code, 1)
    assert.match(before.stdout, /^when entry 2 was written, entries up to 2 were missing/)
    assert.match(before.stdout, /audit accept --from 2 --reason TEXT\n$/)

    // A backup has the breaks of its store, which are no differences.
    using folder = temporaryFolder()
    const environment = { ...operatorOf(store.url), BACKUP_URL: folder.path }
    const made = await runCommand({ args: ['backup'], environment })
    assert.equal(made.code, 0, made.stderr)
    const drill = await runCommand({ args: ['backup', 'verify', '--json'], environment })
    const { isSound: isFaithful, auditBreaks, faults } = JSON.parse(drill.stdout)
    assert.deepEqual([drill.code, isFaithful, auditBreaks, faults], [0, true, 1, []])

    const reason = `${'🐈 '.repeat(249)}ok`
    const accepted = await accept('2', ` ${reason} `, '--json')
    assert.equal(accepted.code, 0, accepted.stderr)
    const expected = { id: 6, reason, count: 1, first: 2, last: 2 }
    assert.deepEqual(JSON.parse(accepted.stdout), expected)
    const again = await accept('2', 'x')
    assert.match(again.stderr, /no unaccepted break/)

    const after = await run('audit', 'verify', '--json')
    const { isSound, findings, accepted: listed } = JSON.parse(after.stdout)
    assert.deepEqual([after.code, isSound, findings], [0, true, []])
    const [entry] = JSON.parse((await run('audit', 'list', '--action', 'audit.accept', '--json')).stdout)
    assert.deepEqual([entry.id, entry.actor.type, entry.fields], [6, 'cli', [reason]])
    assert.deepEqual(entry.target, { type: 'audit_log', id: 2 })
    assert.deepEqual(listed, [{ ...expected, by: entry.actor.name, time: entry.time }])
    // A head that was noted and then lost is still reported.
    const { code, stdout } = await run('audit', 'verify', '--head', noted)
    assert.equal(code, 1)
    assert.match(stdout, /entry 2 is not the one of the noted head\nAccepted: the break at entry 2/)
    await database.close()
    await store.remove()
  })
}
