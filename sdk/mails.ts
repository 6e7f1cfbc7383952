import type { Int64 } from './exact-json.ts'
import type { MailState } from './openapi.gen.ts'
import type { PostOptions } from './options.ts'
import type { Resources } from './resources.gen.ts'
import type { Call } from './response.ts'
import type { Send } from './transport.ts'

/** Calls for mail. They need the scope `admin` and a caller that acts for the store. They throw `mail_not_found`. */
export type MailCalls = Resources['mails'] & ReturnType<typeof mailCalls>

export const mailCalls = (send: Send) => ({
  /** Releases up to 100 held mails and returns them. Unknown ids are ignored. */
  release: (mailIds: readonly Int64[], options?: PostOptions): Call<MailState[]> =>
    send({ operation: 'releaseMails', method: 'POST', path: '/mails:release', body: { mailIds } }, options),
})
