import { mailServerFault } from '../../../accounts/mail/mail-sender.ts'
import type { SmtpConfig } from '../../../accounts/mail/smtp-config.ts'
import type { Config } from '../../config.ts'
import type { Finding } from './finding.ts'

export const checkMail = async (config: Config): Promise<Finding[]> => {
  const { smtp } = config.mail
  return smtp ? [await checkServer(config, smtp)] : []
}

/** Connects and signs in, and sends nothing. */
const checkServer = async (config: Config, smtp: SmtpConfig): Promise<Finding> => {
  const check = 'mail server'
  const place = `${smtp.host}:${smtp.port}`
  const fault = await mailServerFault(smtp)
  if (fault !== undefined) {
    const advice = 'check SMTP_URL; until then mail waits'
    // No request waits for a mail server.
    return { check, state: 'warn', found: `${place}: ${fault}`, advice }
  }
  const publicUrl = config.environment === 'staging' ? config.stagingUrl : config.publicUrl
  const missing = [
    ...(config.mail.isFromGiven ? [] : ['MAIL_FROM']),
    ...(publicUrl === undefined ? ['PUBLIC_URL'] : []),
  ]
  return {
    check,
    state: missing.length > 0 ? 'warn' : 'ok',
    found: `${place} accepts the sign-in`,
    ...(missing.length > 0 && {
      advice: `set ${missing.join(' and ')}: mail and its links use it`,
    }),
  }
}
