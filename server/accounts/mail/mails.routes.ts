import { Type } from 'typebox'
import { Int64 } from '../../platform/http/int64.ts'
import { stringifyJson } from '../../platform/http/json.ts'
import { type Operation, operation } from '../../requests/api/operation.ts'
import { idPageParameters, listPage } from '../../requests/api/page.ts'
import { resource } from '../../requests/api/reply.ts'
import { linkHeaders } from '../../requests/api/responses.ts'
import type { Idempotency } from '../../requests/idempotency/idempotency.service.ts'
import type { NoteRead } from '../audit/audit-reads.ts'
import { mailError } from './mail.errors.ts'
import {
  MAX_RELEASED,
  Mail,
  type MailChange,
  MailRelease,
  MailState,
  type MailStatus,
  MailStatusSchema,
  MailWithText,
} from './mail.ts'
import type { MailsService } from './mails.service.ts'

type Deps = {
  mails: Pick<MailsService, 'list' | 'count' | 'find' | 'retry' | 'release'>
  idempotency: Idempotency<MailChange>
  /** Reads are logged, as mail has personal data. */
  noteRead: NoteRead
}

const ListMails = Type.Object(
  {
    ...idPageParameters,
    status: Type.Optional(Type.Unsafe<MailStatus>({ $ref: 'MailStatus#', description: 'Only mail with this status.' })),
  },
  { additionalProperties: false },
)

const MailPath = Type.Object(
  { mailId: Int64({ description: 'Identifier of the mail.' }) },
  { 'x-not-found': 'mail_not_found' },
)

export const mailSchemas = [MailStatusSchema, Mail, MailWithText, MailState, MailRelease]

const shared = {
  ...({ tag: 'Admin', stability: 'beta', scope: 'admin' } as const),
  isForStore: true,
} as const

export const mailOperations = ({ mails, idempotency, noteRead }: Deps): Operation[] => [
  operation({
    ...shared,
    id: 'listMails',
    method: 'GET',
    path: '/mails',
    summary: 'List mail',
    description:
      'Returns the mail of the store, newest first: pending, sent, and failed with the reason. Without ' +
      'a mail server (`SMTP_URL`), mail has the status `manual` and you send its text by hand.',
    query: ListMails,
    requestHeaders: ['Prefer'],
    returns: {
      200: { description: 'A page of mail.', schema: Type.Array(Mail), headers: linkHeaders },
    },
    errors: ['invalid_cursor'],
    guide: { name: 'mail', about: 'The delivery of mail' },
    example: {
      query: { status: 'failed' },
      client: `for await (const mail of store.mails.list({ status: 'failed' })) console.log(mail.to.address, mail.error)`,
    },
    handle: (call) => {
      const { status } = call.query
      const parameters = status === undefined ? undefined : { status }
      const { accountId } = call.caller
      noteRead(call.author, { action: 'mail.list', target: { type: 'account', id: accountId } })
      return listPage(call, {
        list: `mails ${status ?? 'all'}`,
        path: '/v1/mails',
        ...(parameters && { parameters }),
        read: (page) => mails.list({ status, ...page }),
        count: () => mails.count(status),
      })
    },
  }),

  operation({
    ...shared,
    id: 'getMail',
    method: 'GET',
    path: '/mails/{mailId}',
    summary: 'Get a mail with its text',
    description:
      'Returns a mail with its text, so that you can send it by hand without a mail server. A text with a secret ' +
      'link is deleted when it is sent.',
    params: MailPath,
    returns: { 200: { description: 'The mail.', schema: MailWithText } },
    errors: ['mail_not_found'],
    guide: { name: 'mail', about: 'The delivery of mail' },
    example: {
      path: { mailId: '1' },
      client: `const { text } = await store.mails.get(1)\nconsole.log(text)`,
    },
    handle: async (call) => {
      const mail = await mails.find(call.params.mailId)
      if (!mail) throw mailError('mail_not_found')
      noteRead(call.author, { action: 'mail.read', target: { type: 'mail', id: mail.id } })
      return { ...resource(mail), noStore: true }
    },
  }),

  operation({
    ...shared,
    id: 'retryMail',
    method: 'POST',
    path: '/mails/{mailId}/retry',
    summary: 'Send a mail again',
    description:
      'Sends pending or failed mail now, and restarts its retry schedule. Mail that was ' +
      'sent, or whose text was deleted, is not sent again (`invalid_transition`).',
    params: MailPath,
    requestHeaders: ['Idempotency-Key'],
    returns: { 200: { description: 'Its new status.', schema: MailState } },
    errors: ['mail_not_found', 'invalid_transition'],
    guide: { name: 'mail', about: 'The delivery of mail' },
    example: { path: { mailId: '1' }, client: `await store.mails.retry(1)` },
    handle: (call) =>
      idempotency.once(call, call.caller, async (trx) => ({
        status: 200,
        body: stringifyJson(await mails.retry(trx, call.params.mailId)),
      })),
  }),

  operation({
    ...shared,
    id: 'releaseMails',
    method: 'POST',
    path: '/mails:release',
    summary: 'Release held mail',
    description:
      'Sends up to 100 `held` mails. Other mail does not change, and unknown ids are ignored, as the mail may ' +
      'have been erased in the meantime. Mail of an account that is not accepted or is suspended stays `held`: accept the ' +
      'account instead, or end its suspension. Without a mail server, released mail becomes `manual`.',
    body: MailRelease,
    requestHeaders: ['Idempotency-Key'],
    returns: {
      200: {
        description: 'Its new status.',
        schema: Type.Array(MailState, { maxItems: MAX_RELEASED }),
      },
    },
    guide: { name: 'mail', about: 'Why mail is held' },
    example: { body: { mailIds: [1, 2] }, client: `await store.mails.release([1, 2])` },
    handle: (call) =>
      idempotency.once(call, call.caller, async (trx) => ({
        status: 200,
        body: stringifyJson(await mails.release(trx, call.body.mailIds)),
      })),
  }),
]
