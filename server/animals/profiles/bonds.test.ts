import assert from 'node:assert/strict'
import { onEachEngine } from '../../../test/harness/app.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { typed } from '../../../test/harness/typed.ts'

onEachEngine('a transfer keeps the bonds of animals that move together, and ends others', async (open) => {
  await using app = await open()
  const other = await app.createKey()
  const add = async (categoryId: number, bondedWith: number[] = []): Promise<number> => {
    const { id } = (await app.post('/v1/pets', { name: 'Biscuit', categoryId })).json()
    const response = await app.inject({
      method: 'PUT',
      url: `/v1/pets/${id}/profile`,
      headers: app.key,
      payload: { bondedWith },
    })
    assert.equal(response.statusCode, 200, response.body)
    return id
  }
  const stays = await add(8)
  const first = await add(7, [stays])
  const second = await add(7, [first])
  const accounts = ['--from', String(app.accountId), '--to', String(other.accountId)]
  const { code, errors } = await typed(app.databaseUrl, 'accounts', 'transfer', ...accounts, '--category', '7')
  assert.equal(code, 0, errors.join('\n'))
  const bonds = async () => {
    app.clock.advance(1_000)
    const found: number[][] = []
    for (const [id, headers] of [
      [stays, app.key],
      [first, app.bearer(other.key)],
      [second, app.bearer(other.key)],
    ] as const)
      found.push((await app.get(`/v1/pets/${id}/profile`, headers)).json().bondedWith)
    return JSON.stringify(found)
  }
  await eventually(
    'the bonds across the accounts have ended',
    async () => (await bonds()) === JSON.stringify([[], [second], [first]]),
  )
})
