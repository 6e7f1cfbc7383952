import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { httpImports } from '../../../test/harness/http-imports.ts'
import { commands, reportedIn } from '../../../test/harness/import-commands.ts'

/** The expected import of a file in the format of a real export, with invented animals. */
type Expected = {
  file: string
  args: string[]
  /** Added, rejected, and left out because they have left. */
  counts: [added: number, refused: number, departed: number]
  /** Each animal in the store, without unknown values. */
  animals: Record<string, unknown>[]
  /** Line, field, code and value of each line of the report. */
  report: string[]
}

const folder = new URL('../../../test/imports/', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, folder))
const expected: Expected[] = JSON.parse(String(read('expected.json')))

/**
 * All animals with their profiles; a birth date computed from an age only shows that there is one.
 */
const animalsOf = async (app: TestApp) => {
  const pets: { id: number; name: string; status: string; categoryId: number }[] = (
    await app.get('/v1/pets?limit=100')
  ).json()
  const categories: { id: number; name?: string }[] = (await app.get('/v1/categories')).json()
  const animals: Record<string, unknown>[] = []
  for (const { id, name, status, categoryId } of pets) {
    const profile = (await app.get(`/v1/pets/${id}/profile`)).json()
    const { petId: _id, publishedAt: _published, updatedAt: _updated, ...facts } = profile
    if (facts.birthDateExact === false) facts.birthDate = 'estimated'
    const category = categories.find((one) => one.id === categoryId)?.name
    animals.push({ name, status, category, ...known(facts) })
  }
  return animals
}

const known = (facts: object): object =>
  Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) => {
      if (value === null || (Array.isArray(value) && value.length === 0)) return []
      const isPart = typeof value === 'object' && !Array.isArray(value)
      const plain = isPart ? known(value) : value
      return isPart && Object.keys(plain).length === 0 ? [] : [[name, plain]]
    }),
  )

/** Command line options as query parameters. */
const queryOf = (args: readonly string[]): string => {
  const query = new URLSearchParams()
  for (const [at, arg] of args.entries()) {
    if (!arg.startsWith('--')) continue
    const name = arg.slice(2).replaceAll(/-([a-z])/g, (_, letter) => letter.toUpperCase())
    const value = args[at + 1]
    query.set(name, value === undefined || value.startsWith('--') ? 'true' : value)
  }
  return String(query)
}

for (const { file, args, counts, animals, report } of expected) {
  test(`${file} ${args[0]} is imported over HTTP with the same result`, async () => {
    await using app = await testApp()
    const imports = httpImports(app)
    const { id, problem } = await imports.send(read(file), `fileName=${file}&${queryOf(args)}`)
    assert.equal(problem, undefined)
    const { check, result } = await imports.run(id)
    assert.deepEqual([result.added, result.refused, result.leftOut], counts)
    assert.deepEqual(result, check)
    assert.deepEqual(await animalsOf(app), animals)
    const csv = await app.get(`/v1/imports/${id}/report`, { ...app.key, accept: 'text/csv' })
    assert.deepEqual(reportedIn(csv.body), report)
    const again = await imports.send(read(file), queryOf(args))
    const { added, updated, unchanged } = again.check
    assert.deepEqual([added, updated, unchanged], [0, 0, counts[0]])
  })

  test(`${file} ${args[0]} is imported exactly, and a second import changes nothing`, async (t) => {
    await using app = await testApp()
    const shop = commands(t, app)
    const path = shop.write(file, read(file))
    const all = [path, ...args, '--account', String(app.accountId), '--json']
    const done = await shop.run('import', ...all)
    assert.deepEqual([done.added, done.refused, done.leftOut], counts, done.text)
    assert.deepEqual(await animalsOf(app), animals)
    assert.deepEqual(shop.reported(file), report)
    const again = await shop.run('import', ...all, '--again')
    assert.deepEqual([again.added, again.updated, again.unchanged], [0, 0, counts[0]], again.text)
    assert.deepEqual(await animalsOf(app), animals)
  })
}
