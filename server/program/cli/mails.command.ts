import { type Command, Option } from 'commander'
import { type Mail, type MailStatus, mailStatuses } from '../../accounts/mail/mail.ts'
import { storeName } from '../../accounts/mail/mail-attempt.ts'
import { mailSender } from '../../accounts/mail/mail-sender.ts'
import { testMessage } from '../../accounts/mail/test-message.ts'
import { isEmail } from '../../platform/http/contact.ts'
import { readConfig } from '../config.ts'
import { printJson, printTable } from './output.ts'
import { withDatabase } from './store.ts'
import { Failed, id, UsageError } from './usage.ts'

type List = { status?: MailStatus; json?: true }

/** The maximum number of mails to list. */
const MAX_LISTED = 100

export const mailCommands = (mails: Command): void => {
  mails
    .command('list')
    .description(`list mail, the newest ${MAX_LISTED} first`)
    .addOption(new Option('--status <status>', 'only mail with this status').choices(mailStatuses))
    .option('--json', 'print one JSON document')
    .action(async ({ status, json }: List) => {
      const all = await withDatabase(async ({ author, database, mails }) => {
        await database.writeAs(author, async (trx) => trx.record({ kind: 'mail shown' }))
        return mails.list({ status, afterId: undefined, limit: MAX_LISTED })
      })
      if (json) return printJson(all)
      printTable(['ID', 'STATUS', 'TO', 'SUBJECT', 'CREATED', 'ERROR'], all.map(cells))
    })

  mails
    .command('show <id>')
    .description('print a mail with its text, so that you can send it by hand')
    .option('--json', 'print one JSON document')
    .action(async (mail: string, { json }: { json?: true }) => {
      const mailId = argument(mail)
      const found = await withDatabase(async ({ author, database, mails }) => {
        const mail = await mails.find(mailId)
        if (mail) await database.writeAs(author, async (trx) => trx.record({ kind: 'mail shown', mailId }))
        return mail
      })
      if (!found) throw new Failed(`there is no mail ${mail}`)
      if (json) return printJson(found)
      const { to, subject = '', text, status, error } = found
      console.log(`To: ${to.name ? `${to.name} ` : ''}<${to.address}>\nSubject: ${subject}`)
      console.log(`Status: ${status}${error ? ` (${error})` : ''}\n`)
      console.log(text ?? '(The text is no longer stored.)')
    })

  mails
    .command('retry <id>')
    .description('retry a mail that is queued or has failed')
    .option('--json', 'print one JSON document')
    .action(async (mail: string, { json }: { json?: true }) => {
      const mailId = argument(mail)
      const state = await withDatabase(({ author, database, mails }) =>
        database.writeAs(author, (trx) => mails.retry(trx, mailId)),
      )
      if (json) printJson(state)
      else console.log(`Mail ${mailId} will be sent by the running server.`)
    })

  mails
    .command('release <id...>')
    .description(
      'send mail that is held because too many applications arrived at once, or that has waited too long for its account',
    )
    .option('--json', 'print one JSON document')
    .action(async (given: string[], { json }: { json?: true }) => {
      const mailIds = given.map(argument)
      const states = await withDatabase(({ author, database, mails }) =>
        database.writeAs(author, (trx) => mails.release(trx, mailIds)),
      )
      if (json) return printJson(states)
      for (const { id, status } of states) console.log(`Mail ${id} is ${status}.`)
    })

  mails
    .command('test <address>')
    .description("send a test mail now, and print the mail server's reply")
    .action(async (address: string) => {
      if (!isEmail(address)) throw new UsageError(`"${address}" is not a valid email address`)
      const { smtp, from } = readConfig(process.env).mail
      if (!smtp) throw new UsageError('SMTP_URL is not set: there is no mail server')
      const message = testMessage(address, { ...from, name: from.name ?? storeName }, Date.now())
      const outcome = await mailSender(smtp)(message)
      if (outcome.result === 'refused' || outcome.result === 'unreachable') throw new Failed(outcome.error)
      console.log(`The mail server accepted a test mail from ${from.address} to ${address}.`)
    })
}

const cells = ({ id, status, to, subject, createdAt, error }: Mail) => [
  id,
  status,
  to.address,
  subject ?? '',
  createdAt,
  error ?? '',
]

const argument = (text: string): bigint => {
  try {
    return id(text)
  } catch {
    throw new UsageError(`"${text}" is not the id of a mail; mails list shows them`)
  }
}
