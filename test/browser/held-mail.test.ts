import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserTests } from '../harness/browser-tests.ts'
import { assertClean } from '../harness/console-page.ts'

const store = browserTests({ settings: { MAIL_PER_ACCOUNT_PER_DAY: '1' } })
const { skip, api, at } = store

test('staff release one held mail, and then all others', { skip }, async () => {
  for (let count = 1; count <= 4; count += 1) {
    const applicant = { name: 'Ada', email: `ada-${count}@example.org` }
    await api.call('POST', '/v1/applications', { formId: 1, applicant, answers: {} })
  }
  const opened = await at('/console/settings/mail')
  const { page } = opened
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Held' }).click()
  await page.getByRole('button', { name: 'Release the mail to ada-3@example.org' }).click()
  await page.getByText('The mail is released.').waitFor()
  await page.getByRole('button', { name: 'Release the mail to ada-3@example.org' }).waitFor({ state: 'detached' })
  await page.getByRole('checkbox', { name: 'Select the mail to ada-2@example.org' }).check()
  await page.getByRole('button', { name: 'Release selected (1)' }).waitFor()
  await page.getByRole('button', { name: 'Select all held mail' }).click()
  await page.getByRole('button', { name: 'Release selected (2)' }).click()
  await page.getByText('2 mails are released.').waitFor()
  await page.getByText('No mail has this status').waitFor()
  const mails = await api.call('GET', '/v1/mails')
  assert.deepEqual(
    mails.map(({ status }: { status: string }) => status),
    ['manual', 'manual', 'manual', 'manual'],
  )
  assertClean(opened)
})

test('without a mail server, Today and Mail say what to do, and show the text to send by hand', {
  skip,
}, async () => {
  await api.call('POST', '/v1/pets', { name: 'Milo', categoryId: 1 })
  const opened = await at('/console/today')
  const { page } = opened
  await page.getByText(/^4 emails are waiting for you to send/).waitFor()
  await opened.screenshot('console-today-mail')
  await page.getByRole('link', { name: 'Read and send them' }).click()
  await page.waitForURL('**/console/settings/mail?status=manual')
  await page.getByText('This store has no mail server').waitFor()
  await opened.screenshot('console-mail-by-hand')
  await page.getByRole('button', { name: 'Show the mail to ada-1@example.org' }).click()
  const dialog = page.getByRole('dialog')
  const link = dialog.getByRole('link', { name: 'Open in your mail program' })
  const href = new URL((await link.getAttribute('href')) ?? '')
  assert.equal(decodeURIComponent(href.pathname), 'ada-1@example.org')
  assert.match(href.searchParams.get('body') ?? '', /Ada/)
  await dialog.getByRole('button', { name: 'Copy the text' }).waitFor()
  assert.deepEqual(await opened.axe(), [])
  // The store has no organization yet.
  assertClean(opened, /organizations\/1/)
})
