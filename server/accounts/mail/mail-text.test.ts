import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mailServer } from '../../../test/harness/mail-server.ts'
import { mailSender } from './mail-sender.ts'
import { headerText } from './mail-text.ts'
import { testMessage } from './test-message.ts'

test('a name that looks like a MIME encoded word is shown as it was typed', async () => {
  await using server = await mailServer()
  const { port } = server
  const send = mailSender({ host: '127.0.0.1', port, isTls: false, tls: 'off', auth: undefined })
  // U+202E and a link, neither of which occurs in a name.
  for (const hidden of ['=?utf-8?B?4oCuZXZpbC5leGFtcGxl?=', '=?utf-8?Q?=E2=80=AEevil=2Eexample?=']) {
    const typed = headerText(hidden, 100)
    const message = testMessage('alex@x.org', { name: typed, address: 'mail@example.org' }, 0)
    const { result } = await send({ ...message, subject: typed })
    assert.equal(result, 'sent')
    const [head = ''] = server.received.at(-1)?.raw.split('\r\n\r\n') ?? []
    assert.doesNotMatch(head, /=\?utf-8\?[BQ]\?(?:4oCu|=E2=80=AE)/)
    assert.match(head, /^From: .*= \?utf-8/m)
  }
})
