import type { MailKindTable } from '../../accounts/mail/mail.ts'

declare module '../../accounts/mail/mail.ts' {
  interface MailKinds {
    applicationReceived: true
    applicationChanged: true
    newApplication: true
    newApplications: true
  }
}

export const applicationMailKinds = {
  applicationReceived: { hasSecretLink: true },
  applicationChanged: { hasSecretLink: true },
  newApplication: { isToUsers: true },
  newApplications: { isToUsers: true },
} satisfies Partial<MailKindTable>
