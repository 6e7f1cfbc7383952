import { Readable } from 'node:stream'
import type { NodemailerError } from 'nodemailer'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { SmtpConfig } from './smtp-config.ts'

/** A message for the mail server. */
export type Message = {
  from: { name: string; address: string }
  to: { name: string; address: string }
  replyTo: string | undefined
  subject: string
  text: string
  html: string
  messageId: string
  dateMs: number
}

/** The result of an attempt to send a message. */
export type MailOutcome =
  | { result: 'sent' }
  /** The server rejected this message. */
  | { result: 'refused'; error: string; isPermanent: boolean }
  /** The mail server could not be reached or refused the sign-in: any other message would fail too. */
  | { result: 'unreachable'; error: string }
  /** We stopped before the server had accepted the message. */
  | { result: 'brokenOff' }

type Limits = { setupMs: number; idleMs: number; totalMs: number }

/** Signals that cancel an attempt. */
export type Breaks = {
  /** Effective only while the server has nothing of the message. */
  stopping: AbortSignal
  /** Effective also after that: the message is sent again, so the server may receive it twice. */
  overdue: AbortSignal
}

/** A server may delay its greeting for strangers, and its reply when busy (RFC 5321, 4.5.3.2). */
const mailLimits: Limits = { setupMs: 60_000, idleMs: 60_000, totalMs: 180_000 }

/** A reply of a mail server has a few lines. Longer ones come from something else. */
const MAX_REPLY_BYTES = 64 * 1024

export type MailSender = (message: Message, unless?: Unless) => Promise<MailOutcome>

/** Reasons not to send a message. */
type Unless = Partial<Breaks> & {
  /** Called once the server is ready, which may take a minute: whether to send it at all. */
  isWanted?: () => Promise<boolean>
}

/**
 * Sends a message over a new connection. Never rejects, and takes no longer than the limits. Once the server has some
 * of the message, only the server knows whether it accepted it, so a stop waits for its reply.
 */
export const mailSender =
  (config: SmtpConfig, limits: Limits = mailLimits): MailSender =>
  async (message, { stopping, overdue, isWanted = wanted } = {}) => {
    const { default: Connection } = await import('nodemailer/lib/smtp-connection')
    const raw = await composed(message)
    const connection = new Connection(optionsOf(config, limits))
    return new Promise((resolve) => {
      let isWelcome = false
      let isGiven = false
      let isOver = false
      const end = (outcome: MailOutcome): void => {
        if (isOver) return
        isOver = true
        clearTimeout(timer)
        stopping?.removeEventListener('abort', breakOff)
        overdue?.removeEventListener('abort', giveUp)
        connection.close()
        resolve(outcome)
      }
      const fail = (error: Failure): void => end(outcomeOf(error, isWelcome))
      const breakOff = (): void => {
        if (!isGiven) giveUp()
      }
      const giveUp = (): void => end({ result: 'brokenOff' })
      const timer = setTimeout(() => fail(new Error('The mail server took too long')), limits.totalMs)
      stopping?.addEventListener('abort', breakOff)
      overdue?.addEventListener('abort', giveUp)
      // The library reads the content when it is ready to send it.
      const content = new Readable({
        read() {
          isGiven = true
          this.push(raw)
          this.push(null)
        },
      })
      const send = async (): Promise<void> => {
        isWelcome = true
        if (!(await isWanted().catch(() => false))) return breakOff()
        if (isOver) return
        const { from, to } = message
        const envelope = { from: from.address, to: [to.address], size: raw.length }
        connection.send(envelope, content, (error) => {
          if (error) return fail(error)
          connection.quit()
          end({ result: 'sent' })
        })
      }
      connection.on('error', fail)
      connection.once('end', () => fail(new Error('The mail server closed the connection')))
      connection.connect((error) => {
        if (error) return fail(error)
        const { auth } = config
        if (!auth || !connection.allowsAuth) return void send()
        connection.login(auth, (refused) => (refused ? fail(refused) : void send()))
      })
      if (stopping?.aborted) breakOff()
    })
  }

const wanted = async (): Promise<boolean> => true

/** Why the mail server rejects the sign-in; undefined if it accepts it. */
export const mailServerFault = async (config: SmtpConfig): Promise<string | undefined> => {
  const { default: Connection } = await import('nodemailer/lib/smtp-connection')
  const connection = new Connection(optionsOf(config, { ...mailLimits, setupMs: 10_000 }))
  return new Promise((resolve) => {
    const end = (fault?: Failure | null): void => {
      clearTimeout(timer)
      resolve(fault ? explain(fault) : undefined)
      connection.close()
    }
    const timer = setTimeout(() => end(new Error('The mail server took too long')), 20_000)
    connection.on('error', end)
    connection.connect((error) => {
      const { auth } = config
      if (error || !auth || !connection.allowsAuth) return end(error)
      connection.login(auth, end)
    })
  })
}

const optionsOf = (
  { host, port, isTls, tls, auth }: SmtpConfig,
  { setupMs, idleMs }: Limits,
): ConstructorParameters<typeof SMTPConnection>[0] => ({
  host,
  port,
  secure: isTls,
  ignoreTLS: tls === 'off',
  // Never send a password in cleartext over a network, even if an attacker strips STARTTLS from the
  // offer.
  requireTLS: !isTls && (tls === 'required' || (tls === 'auto' && auth !== undefined && !isLocal(host))),
  connectionTimeout: setupMs,
  greetingTimeout: setupMs,
  dnsTimeout: setupMs,
  socketTimeout: idleMs,
  socketCloseTimeout: 1_000,
  maxResponseSize: MAX_REPLY_BYTES,
  tls: { minVersion: 'TLSv1.2' },
})

const isLocal = (host: string): boolean => ['localhost', '127.0.0.1', '::1'].includes(host)

/** The message with its headers (RFC 5322), each name and text encoded. */
const composed = async (message: Message): Promise<Buffer> => {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const { dateMs, replyTo, ...fields } = message
  return new MailComposer({
    ...fields,
    ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    date: new Date(dateMs),
    // So that no out-of-office reply comes back (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()
}

type Failure = Pick<NodemailerError, 'message' | 'code' | 'command' | 'responseCode' | 'permanent'>

/** Authentication is required, too weak, rejected or unencrypted: the message is not the cause. */
const authenticationCodes = new Set([530, 534, 535, 538])

const outcomeOf = (failure: Failure, isWelcome: boolean): MailOutcome => {
  const error = explain(failure)
  const { responseCode, code, command } = failure
  const isAboutUs = command?.startsWith('AUTH') || authenticationCodes.has(responseCode ?? 0)
  if (!isWelcome || isAboutUs) return { result: 'unreachable', error }
  // Without a reply: the server does not support such an address, or the message is too large.
  const isImpossible = responseCode === undefined && (code === 'EENVELOPE' || code === 'EMESSAGE')
  return { result: 'refused', error, isPermanent: failure.permanent === true || isImpossible }
}

const MAX_ERROR = 300

/**
 * For people: one line of bounded length. The server's reply to a password is left out, as it may
 * repeat it.
 */
const explain = ({ command, responseCode, message }: Failure): string => {
  const text = command?.startsWith('AUTH')
    ? `The mail server rejected the user or password of SMTP_URL${responseCode ? ` (${responseCode})` : ''}`
    : message
  return text
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_ERROR)
}
