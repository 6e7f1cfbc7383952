/** The mail server, and how mail is sent to it. */
export type SmtpConfig = {
  host: string
  port: number
  /** Encrypted from the first byte (`smtps:`). */
  isTls: boolean
  /** Otherwise whether to use STARTTLS: if offered, always, or never. */
  tls: 'auto' | 'required' | 'off'
  auth: { user: string; pass: string } | undefined
}
