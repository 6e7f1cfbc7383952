import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserTests } from '../harness/browser-tests.ts'
import { assertFits } from '../harness/console.ts'

const { skip, api, open } = browserTests()

test('kennel cards have the name, the fee, the shelter and a QR code, two on a sheet', {
  skip,
}, async () => {
  const { account } = await api.call('GET', '/v1/me')
  await api.call('PUT', `/v1/accounts/${account.id}/organization`, { name: 'Riverside Shelter' })
  const ids: number[] = []
  for (const name of ['Biscuit', 'Pepper']) {
    const pet = await api.addPet(name)
    ids.push(pet.id)
    await api.call('PUT', `/v1/pets/${pet.id}/profile`, {
      ...{ species: 'dog', fee: { amount: 22_000, currency: 'EUR' } },
    })
  }
  await using opened = await open(`/console/animals/cards?ids=${ids.join(',')}`)
  const { page } = opened
  const card = page.getByRole('article', { name: 'Biscuit' })
  await card.getByText('Riverside Shelter').waitFor()
  for (const text of ['€220', `No. ${ids[0]}`]) await card.getByText(text).waitFor()
  await card.getByRole('img', { name: 'QR code' }).waitFor()
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  assert.equal(pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length, 1)
  for (const width of [1440, 375]) {
    await page.setViewportSize({ width, height: 900 })
    await assertFits(opened, `cards at ${width}`)
    await opened.screenshot(`kennel-cards-${width}`, { fullPage: true })
  }
})
