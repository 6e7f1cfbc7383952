import { test } from 'node:test'
import { browserTests } from '../harness/browser-tests.ts'
import { assertFits, assertUsable } from '../harness/console.ts'

const { skip, api, open } = browserTests()

test('staff can add notes about an animal, which survive a failed request, and delete them', {
  skip,
}, async () => {
  const pet = await api.addPet('Biscuit')
  await using opened = await open(`/console/animals/${pet.id}?tab=notes`)
  const { page } = opened
  await page.getByText('No notes yet').waitFor()
  await assertUsable(opened, 'no notes')
  const field = page.getByLabel('Note about Biscuit')
  await field.fill('Limps a little.\nCall the vet.')
  await page.route('**/v1/pets/*/notes', (route) => route.abort(), { times: 20 })
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.unroute('**/v1/pets/*/notes')
  await page.getByRole('listitem').getByText('Limps a little.').waitFor()
  for (const width of [1440, 1024, 375]) {
    await page.setViewportSize({ width, height: 900 })
    await assertFits(opened, `notes at ${width}`)
    await opened.screenshot(`animal-notes-${width}`)
  }
  await page.getByRole('button', { name: 'Delete the note by bootstrap' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No notes yet').waitFor()
  await page.emulateMedia({ colorScheme: 'dark' })
  await assertUsable(opened, 'notes in the dark')
})
