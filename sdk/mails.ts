import type { Int64 } from './exact-json.ts'
import type { ListOptions, PostOptions, ReadOptions } from './options.ts'
import { type List, list } from './page.ts'
import { inPath } from './request.ts'
import type { Call } from './response.ts'
import type { Mail, MailQuery, MailState, MailWithText } from './schemas.ts'
import type { Send } from './transport.ts'

/** Calls about mail. They need the scope `admin`, and to act for the store; they throw `mail_not_found`. */
export type MailCalls = ReturnType<typeof mailCalls>

export const mailCalls = (send: Send) => ({
  /** Mail, newest first. Awaitable, and iterable over all pages. */
  list: (query?: MailQuery, options?: ListOptions): List<Mail> =>
    list(send, { operation: 'listMails', path: '/mails', query }, options),

  /** One mail, with its text as long as it is kept. */
  get: (id: Int64, options?: ReadOptions): Call<MailWithText> =>
    send({ operation: 'getMail', path: path(id) }, options),

  /** Sends a mail that waits or has failed again. Throws `invalid_transition`. */
  retry: (id: Int64, options?: PostOptions): Call<MailState> =>
    send({ operation: 'retryMail', method: 'POST', path: `${path(id)}/retry` }, options),

  /** Sends held mail, up to 100 at once. Ids of no mail are left out of what is returned. */
  release: (mailIds: readonly Int64[], options?: PostOptions): Call<MailState[]> =>
    send(
      { operation: 'releaseMails', method: 'POST', path: '/mails:release', body: { mailIds } },
      options,
    ),
})

const path = (id: Int64): string => `/mails/${inPath(id)}`
