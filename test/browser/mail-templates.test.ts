import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserTests } from '../harness/browser-tests.ts'
import { assertUsable } from '../harness/console.ts'
import { assertReadable } from '../harness/console-page.ts'
import { eventually } from '../harness/eventually.ts'

const store = browserTests()
const { skip, api, open, at } = store

test('staff can edit a mail template with a live preview, see an error for a forbidden link, and restore the default', {
  skip,
}, async () => {
  const opened = await at('/console/settings/mail-texts')
  const { page } = opened
  const preview = page.getByRole('region', { name: 'Preview' })
  await preview.getByText('We have received your application for Biscuit').waitFor()
  await assertUsable(opened, 'mail texts')
  await page.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: 'Deutsch' }).click()
  await preview.getByText('Wir haben Ihre Bewerbung für Biscuit erhalten').waitFor()
  await page.getByRole('link', { name: 'Declined' }).click()
  await preview.getByText('Es tut uns leid', { exact: false }).waitFor()
  const text = page.getByRole('textbox', { name: 'Text' })
  await text.fill('Siehe www.evil.example')
  await page
    .getByText(/www\.evil\.example/)
    .nth(1)
    .waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/must have no link|Must have no link/).waitFor()
  await text.fill('')
  await page.getByRole('button', { name: 'Insert…' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Greeting with the name' }).focus()
  await page.keyboard.press('Enter')
  assert.equal(await text.inputValue(), '{{greeting}}')
  await text.fill('{{greeting}}\n\nleider nicht.')
  await preview.getByText('Guten Tag Ada Lovelace,').waitFor()
  // The typed text is still there after visiting another one.
  await page.getByRole('link', { name: 'Approved' }).click()
  await preview.getByText('gute Nachrichten', { exact: false }).waitFor()
  await page.getByRole('link', { name: 'Declined' }).click()
  assert.equal(await text.inputValue(), '{{greeting}}\n\nleider nicht.')
  await page.getByRole('button', { name: 'Save' }).click()
  const saved = () => api.call('GET', '/v1/mail-templates/declined/de')
  await eventually('the text is saved', async () => !(await saved()).isDefault)
  assert.equal((await saved()).text, '{{greeting}}\n\nleider nicht.')
  await page.getByRole('button', { name: 'Use default' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Use default' }).click()
  await eventually('the default is back', async () => (await saved()).isDefault)
  await eventually('the page shows it', async () => (await text.inputValue()).includes('Es tut uns'))
})

test("a mail template replaces a colleague's newer text only after a question", {
  skip,
}, async () => {
  const { page } = await at('/console/settings/mail-texts?of=withdrawn&language=en')
  const text = page.getByRole('textbox', { name: 'Text' })
  await text.fill('Ours')
  const theirs = { subject: 'Withdrawn', text: 'Theirs' }
  await api.call('PUT', '/v1/mail-templates/withdrawn/en', theirs)
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  await page.getByRole('alert').first().waitFor()
  const dialog = page.getByRole('dialog', { name: 'Replace a colleague’s text?' })
  await eventually('the new version is loaded', async () => {
    await save.click()
    return await dialog.isVisible()
  })
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  const stored = async () => (await api.call('GET', '/v1/mail-templates/withdrawn/en')).text
  assert.deepEqual([await text.inputValue(), await stored()], ['Ours', 'Theirs'])
  await save.click()
  await dialog.getByRole('button', { name: 'Replace' }).click()
  await eventually('ours is saved', async () => (await stored()) === 'Ours')
})

test('the mail templates page is accessible, on a phone and a desktop, in light and dark', {
  skip,
}, async () => {
  await using opened = await open('/console/settings/mail-texts')
  await assertReadable(opened, [
    { path: '/console/settings/mail-texts?language=es', text: 'Hemos recibido tu solicitud' },
  ])
})
