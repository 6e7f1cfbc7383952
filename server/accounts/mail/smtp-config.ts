/** The mail server, and how mail is sent by it. */
export type SmtpConfig = {
  host: string
  port: number
  /** Encrypted from the first byte (`smtps:`). */
  isTls: boolean
  /** Else by STARTTLS: where it is offered, always, or never. */
  tls: 'auto' | 'required' | 'off'
  auth: { user: string; pass: string } | undefined
}
