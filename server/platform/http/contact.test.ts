import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onOneEngine } from '../../../test/harness/app.ts'
import { emailIssue } from '../../accounts/users/user.ts'
import { answerIssues } from '../../adoptions/forms/answers.ts'
import { isEmail } from './contact.ts'

const right = [
  'ada@example.org',
  'ada.lovelace+dogs@mail.example.org',
  "o'brien_9-1@x-y.example",
  '{a|b}~!#$%&*/=?^`@example.org',
  'zoë@tierheim-münchen.example',
  '用户@例子.广告',
  'root@localhost',
  `${'a'.repeat(64)}@example.org`,
]
const wrong = [
  'ada',
  '@example.org',
  'ada@',
  'mailto:ada@example.org',
  'ada@example.org;bo@example.org',
  'ada;@example.org',
  'ada,bo@example.org',
  'Ada <ada@example.org>',
  '"ada"@example.org',
  'ada(x)@example.org',
  'ada..l@example.org',
  '.ada@example.org',
  'ada.@example.org',
  'ada@example..org',
  'ada@.example.org',
  'ada@example.org.',
  'ada@-example.org',
  'ada@example-.org',
  'ada@exam_ple.org',
  'ada@example.org?subject=x',
  'ada@example,org',
  'ada@@example.org',
  'ada @example.org',
  'ada\u200b@example.org',
  'ada@example.org\r\nBcc: bo@example.org',
  `${'a'.repeat(65)}@example.org`,
]

test('an email address is one that mail can be sent to', () => {
  for (const text of right) assert.equal(isEmail(text), true, text)
  for (const text of wrong) assert.equal(isEmail(text), false, text)
})

test('answers and users have the same rule', () => {
  const question = { id: 'mail', label: 'Email', kind: 'email', required: true } as const
  for (const text of [...right, ...wrong]) {
    const isRight = isEmail(text)
    assert.equal(answerIssues([question], { mail: text }).length === 0, isRight, text)
    assert.equal(emailIssue(text) === undefined, isRight, text)
  }
})

onOneEngine('orders, applications, organizations and users have that rule too', async (open) => {
  await using app = await open()
  const { id: petId } = (await app.post('/v1/pets', { name: 'Ash', categoryId: 7 })).json()
  const put = (url: string, body: object) =>
    app.inject({
      method: 'PUT',
      url,
      headers: { ...app.key, 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    })
  const fieldsOf = ({ json }: { json: () => { errors?: { field: string }[] } }) =>
    (json().errors ?? []).map(({ field }) => field)
  for (const email of ['mailto:ada@example.org', 'ada@example.org;x@y.z', 'a..b@example.org']) {
    const customer = { name: 'Ada', email }
    const order = await app.post('/v1/store/orders', { petId, customer })
    assert.deepEqual([order.statusCode, fieldsOf(order)], [400, ['customer.email']], email)
    const application = await app.post('/v1/applications', {
      petId,
      formId: 1,
      applicant: customer,
      answers: {},
    })
    assert.equal(application.statusCode, 400)
    assert.ok(fieldsOf(application).includes('applicant.email'), application.body)
    const organization = await put(`/v1/accounts/${app.accountId}/organization`, {
      name: 'Ours',
      email,
    })
    assert.equal(organization.statusCode, 400, organization.body)
    assert.deepEqual(fieldsOf(organization), ['email'])
  }
})
