import type { MailKindTable } from '../../accounts/mail/mail.ts'

declare module '../../accounts/mail/mail.ts' {
  interface MailKinds {
    deprecation: true
  }
}

/** Sent until release 1.3.0. */
export const deprecationMailKinds = {
  deprecation: { isToUsers: true },
} satisfies Partial<MailKindTable>
