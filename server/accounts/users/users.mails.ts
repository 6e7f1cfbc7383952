import type { MailKindTable } from '../mail/mail.ts'

declare module '../mail/mail.ts' {
  interface MailKinds {
    invitation: true
    passwordLink: true
    passwordReset: true
    passwordChanged: true
  }
}

export const userMailKinds = {
  invitation: { isToUsers: true },
  passwordLink: { isToUsers: true },
  passwordReset: { isToUsers: true },
  passwordChanged: {},
} satisfies Partial<MailKindTable>
