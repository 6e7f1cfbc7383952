import { test } from 'node:test'
import { applicantPages } from '../harness/applicant-pages.ts'
import { onDesk, onPhone } from '../harness/browser-tests.ts'

const { skip, check } = applicantPages()

// `npm run torture` checks all languages at both sizes.
test('the pages of applicants and a form with errors are accessible and fit', {
  skip,
}, async () => {
  await check(['fr'], onPhone)
  await check(['de'], onDesk)
})
