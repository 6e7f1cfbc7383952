import type { MailKindTable } from '../mail/mail.ts'

declare module '../mail/mail.ts' {
  interface MailKinds {
    signUp: true
    newAccount: true
  }
}

export const signUpMailKinds = {
  signUp: {},
  newAccount: { isToUsers: true },
} satisfies Partial<MailKindTable>
