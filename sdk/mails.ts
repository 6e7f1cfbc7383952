import type { Int64 } from './exact-json.ts'
import type { ListOptions, PostOptions, ReadOptions } from './options.ts'
import { type List, list } from './page.ts'
import { inPath } from './request.ts'
import type { Call } from './response.ts'
import type { Mail, MailQuery, MailState, MailWithText } from './schemas.ts'
import type { Send } from './transport.ts'

/** Calls for mail. They need the scope `admin` and a caller that acts for the store. They throw `mail_not_found`. */
export type MailCalls = ReturnType<typeof mailCalls>

export const mailCalls = (send: Send) => ({
  /** Lists mail, newest first. Awaitable, and iterable over all pages. */
  list: (query?: MailQuery, options?: ListOptions): List<Mail> =>
    list(send, { operation: 'listMails', path: '/mails', query }, options),

  /** Gets a mail, with its text for as long as that is stored. */
  get: (id: Int64, options?: ReadOptions): Call<MailWithText> =>
    send({ operation: 'getMail', path: path(id) }, options),

  /** Sends a pending or failed mail again. Throws `invalid_transition`. */
  retry: (id: Int64, options?: PostOptions): Call<MailState> =>
    send({ operation: 'retryMail', method: 'POST', path: `${path(id)}/retry` }, options),

  /** Releases up to 100 held mails and returns them. Unknown ids are ignored. */
  release: (mailIds: readonly Int64[], options?: PostOptions): Call<MailState[]> =>
    send({ operation: 'releaseMails', method: 'POST', path: '/mails:release', body: { mailIds } }, options),
})

const path = (id: Int64): string => `/mails/${inPath(id)}`
