import { test } from 'node:test'
import { languages } from '../../server/platform/language.ts'
import { applicantPages } from '../harness/applicant-pages.ts'
import { onDesk, onPhone } from '../harness/browser-tests.ts'

const { skip, check } = applicantPages()

test('the pages of applicants and a form with errors are accessible and fit in every language', {
  skip,
}, async () => {
  await check(languages, onPhone)
  await check(languages, onDesk)
})
