import type { SmtpConfig } from '../../accounts/mail/smtp-config.ts'
import { isEmail } from '../../platform/http/contact.ts'
import type { serverSettings } from './server.settings.ts'
import { decoded, oneOf, secret, setting, type Values, wholeNumber } from './setting.ts'

export const mailSettings = {
  SMTP_URL: secret(
    undefined,
    'Mail server, as `smtp://user:password@host:587` (STARTTLS) or `smtps://user:password@host:465`. Without it, the console shows mail to be sent by hand.',
    readSmtp,
  ),
  SMTP_TLS: setting(
    'auto',
    'STARTTLS with `smtp://`: `auto` uses it where the server offers it, and requires it if a password is sent to another machine; `required` always requires it; `off` never uses it, even for a password. Certificates are always checked.',
    oneOf(['auto', 'required', 'off'] as const),
  ),
  MAIL_FROM: setting(
    undefined,
    'Sender of mail, as `Paws and Whiskers <mail@example.org>` or just an address. Default: the user of SMTP_URL if that is an address, else `no-reply@` and the host of PUBLIC_URL.',
    readSender,
  ),
  MAIL_RETENTION_DAYS: setting(
    '30',
    'How long mail is stored after it was sent, has failed, or was written to be sent by hand. A text with a secret link is removed when it is sent.',
    wholeNumber(1, 3_650),
  ),
  MAIL_PER_ACCOUNT_PER_DAY: setting(
    '200',
    "How many mails to applicants an account's own users and keys may cause within a day, on any plan. Everybody else together may cause as many again, of which one network may cause a tenth, and the first mails of networks may be as many once more. Further mail is held until staff release it.",
    wholeNumber(1, 1_000_000),
  ),
} as const

export type MailConfig = {
  mail: {
    /** Undefined if mail is sent by hand. */
    smtp: SmtpConfig | undefined
    from: { name: string | undefined; address: string }
    /** Whether MAIL_FROM is set. */
    isFromGiven: boolean
    retentionMs: number
    /** The most mails about applications per account and day. */
    perAccountAndDay: number
  }
}

export const mailConfig = (values: Values<typeof mailSettings & typeof serverSettings>): MailConfig => {
  const { SMTP_URL: server, SMTP_TLS: tls, MAIL_FROM: from, MAIL_RETENTION_DAYS: days } = values
  const smtp = server && { ...server, tls }
  return {
    mail: {
      smtp,
      from: from ?? { name: undefined, address: defaultSender(values, smtp) },
      isFromGiven: from !== undefined,
      retentionMs: days * 86_400_000,
      perAccountAndDay: values.MAIL_PER_ACCOUNT_PER_DAY,
    },
  }
}

const defaultSender = (
  { ADOPTION_ENV, PUBLIC_URL, STAGING_URL }: Values<typeof serverSettings>,
  smtp: SmtpConfig | undefined,
): string => {
  const user = smtp?.auth?.user
  if (user !== undefined && isEmail(user)) return user
  const own = ADOPTION_ENV === 'staging' ? STAGING_URL : PUBLIC_URL
  const address = `no-reply@${own === undefined ? 'localhost' : new URL(own).hostname}`
  return isEmail(address) ? address : 'no-reply@localhost'
}

const ports = { 'smtp:': 587, 'smtps:': 465 } as const

/** Error messages must not repeat the value, which contains a password. */
function readSmtp(value: string): Omit<SmtpConfig, 'tls'> {
  const url = URL.parse(value)
  const protocol = url?.protocol
  const isSmtp = protocol === 'smtp:' || protocol === 'smtps:'
  const auth = url && readAuth(url)
  const host = url && decoded(url.hostname)
  const isPlain = url && /^\/?$/.test(url.pathname) && !url.search && !url.hash
  if (!isSmtp || !isPlain || !host || auth === 'invalid' || url.port === '0')
    throw 'must be smtp://user:password@host:port or smtps://..., with the user and the password percent-encoded'
  return {
    host: host.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? ports[protocol] : Number(url.port),
    isTls: protocol === 'smtps:',
    auth: auth ?? undefined,
  }
}

const readAuth = ({ username, password }: URL): SmtpConfig['auth'] | 'invalid' => {
  if (username === '' && password === '') return undefined
  if (username === '' || password === '') return 'invalid'
  const [user, pass] = [decoded(username), decoded(password)]
  return user === undefined || pass === undefined ? 'invalid' : { user, pass }
}

function readSender(value: string): { name: string | undefined; address: string } {
  const [, name, inBrackets] = /^([^<>]*)<([^<>]*)>$/.exec(value.trim()) ?? []
  const address = (inBrackets ?? value).trim()
  const plain = name?.trim().replace(/^"(.*)"$/, '$1')
  if (isEmail(address) && !/\p{Cc}/u.test(plain ?? '')) return { name: plain || undefined, address }
  throw 'must be an email address, or a name and the address in <>'
}
