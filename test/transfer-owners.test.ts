import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { engines, freshDatabase } from './harness/engines.ts'
import { temporaryFolder } from './harness/temporary-folder.ts'
import { typed } from './harness/typed.ts'

const animals = ['id,name,categoryId,status', '1,Ada,7,available', '2,Bo,7,sold', '3,Cy,7,pending']
const owners = ['accountId', '1', '2', '1']
const withOwners = animals.map((line, at) => `${line},${owners[at]}`)
const lines = (rows: readonly string[]) => `${rows.join('\n')}\n`

for (const engine of engines) {
  test(`animals of several accounts are exported with their owners, and imported to the same owners (${engine})`, async () => {
    using folder = temporaryFolder()
    const at = (name: string) => join(folder.path, name)
    const stores = await Promise.all([1, 2, 3].map(() => freshDatabase(engine)))
    const [first = '', second = '', lonely = ''] = stores.map(({ url }) => url)
    const done = async (url: string, ...args: string[]) => {
      const { code, errors, output } = await typed(url, ...args)
      assert.equal(code, 0, errors.join('\n'))
      return { errors, output }
    }
    const refused = async (url: string, ...args: string[]) => {
      const { code, errors } = await typed(url, ...args)
      assert.notEqual(code, 0)
      return errors.join('\n')
    }
    const exported = async (url: string, format: string, ...args: string[]) => {
      await done(url, 'export', at(`out.${format}`), ...args)
      return readFileSync(at(`out.${format}`), 'utf8')
    }
    const make = (url: string) => done(url, 'accounts', 'create', '--name', 'x', '--plan', 'pro')
    for (const url of [first, first, second, second, lonely]) await make(url)

    writeFileSync(at('animals.csv'), lines(withOwners))
    await done(first, 'import', at('animals.csv'), '--with-owners')
    assert.equal(await exported(first, 'csv', '--with-owners'), lines(withOwners))
    assert.equal(await exported(first, 'csv'), lines(animals))
    const { errors } = await done(first, 'export', at('again.csv'))
    assert.deepEqual(errors, ['note: the file does not say whose the animals are; --with-owners adds that'])
    const json = await exported(first, 'ndjson', '--with-owners')
    assert.equal(json.split('\n')[1], '{"id":2,"name":"Bo","categoryId":7,"status":"sold","accountId":2}')
    await done(second, 'import', at('out.ndjson'), '--with-owners')
    assert.equal(await exported(second, 'csv', '--with-owners'), lines(withOwners))

    // An import neither moves animals to another account, nor adds any to an unknown account.
    const changed = [...animals, '4,Di,7,available']
    const others = ['accountId', '2', '2', '2', '9']
    const rows = changed.map((line, row) => `${line.replace('Bo', 'Bob')},${others[row]}`)
    writeFileSync(at('others.csv'), lines(rows))
    await refused(second, 'import', at('others.csv'), '--with-owners')
    const faults = readFileSync(at('others.csv.errors.csv'), 'utf8').match(/^\d+,\w*,\w+/gm)
    assert.deepEqual(faults, ['2,,not_owner', '4,,not_owner', '5,,account_not_found'])
    const after = lines(withOwners.map((line) => line.replace('Bo', 'Bob')))
    assert.equal(await exported(second, 'csv', '--with-owners'), after)

    // A file without owners does not say whose animals it contains.
    const plain = await refused(lonely, 'import', at('animals.csv'))
    assert.match(plain, /unknown columns: accountId .*--with-owners/)
    const named = await refused(lonely, 'import', at('animals.csv'), '--account', '1')
    assert.match(named, /unknown columns: accountId/)
    assert.ok(!named.includes('--with-owners'))
    const both = ['--account', '1', '--with-owners']
    assert.match(await refused(lonely, 'import', at('animals.csv'), ...both), /cannot be combined/)
    writeFileSync(at('old.csv'), lines(animals))
    await done(lonely, 'import', at('old.csv'))
    assert.match(await refused(lonely, 'import', at('old.csv'), '--with-owners'), /no column accountId/)
    assert.equal(await exported(lonely, 'csv'), lines(animals))
    await Promise.all(stores.map((store) => store.remove()))
  })
}
