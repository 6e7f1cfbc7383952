import { isDeepStrictEqual } from 'node:util'
import { accountError } from '../../accounts/accounts/account.errors.ts'
import type { AccountReview } from '../../accounts/accounts/account-review.ts'
import type { AccountsService } from '../../accounts/accounts/accounts.service.ts'
import { plainText } from '../../accounts/mail/mail-text.ts'
import { staffName } from '../../accounts/mail/typed-names.ts'
import type { Organization } from '../../animals/organizations/organization.ts'
import type { Clock } from '../../platform/clock.ts'
import { checkIfMatch } from '../../platform/http/etag.ts'
import { validationFailed } from '../../platform/http/http-error.ts'
import { inLanguage, type Language, languages } from '../../platform/language.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import { type Actor, isOwner } from '../../requests/access/ownership.ts'
import type { Author, By } from '../../requests/author/author.ts'
import { applicationTexts } from './application-texts.ts'
import { mailPlaceholderNames } from './mail-placeholder.ts'
import {
  defaultTemplate,
  type MailTemplate,
  type MailTemplateChange,
  type MailTemplatePreview,
  type MailTemplates,
  mailTemplateKinds,
  type PreviewedMail,
  type ShownMailTemplate,
  type TemplateName,
} from './mail-template.ts'
import { fillTemplate, linkIssues, placeholderIssues } from './mail-template-text.ts'
import { findTemplate, listTemplates, removeTemplate, saveTemplate } from './mail-templates.repository.ts'
import { mailValues, mailWebsite } from './mail-values.ts'

type Query = Trx['query']

type Deps = {
  database: Database<MailTemplateChange, Author>
  accounts: Pick<AccountsService, 'find'>
  review: Pick<AccountReview, 'isUnreviewed'>
  findOrganization: (query: Query, accountId: bigint) => Promise<Organization | undefined>
  clock: Pick<Clock, 'nowMs'>
}

export type MailTemplatesService = ReturnType<typeof mailTemplatesService>

/** The texts of mail to applicants, which an account may write itself. */
export const mailTemplatesService = (deps: Deps) => {
  const { database, accounts, review, findOrganization, clock } = deps
  const { read } = database

  const checkAccount = async (actor: Actor, accountId: bigint): Promise<void> => {
    const isTheirs = isOwner(actor, accountId) && (await accounts.find(accountId)) !== undefined
    if (!isTheirs) throw accountError('account_not_found')
  }

  const checkText = async (accountId: bigint, template: MailTemplate): Promise<void> => {
    const { website } = { ...(await findOrganization(read, accountId)) }
    const unknown = placeholderIssues(template)
    // Without its braces, a placeholder could look like a link.
    const issues = unknown.length > 0 ? unknown : linkIssues(template, mailWebsite(website))
    if (issues.length > 0) throw validationFailed(issues)
  }

  /** Saves a template, or restores the default if there is none. */
  const change = async (
    { caller, author }: By<Actor>,
    name: TemplateName,
    template: MailTemplate | undefined,
    ifMatch: string | undefined,
  ): Promise<ShownMailTemplate> => {
    const { accountId, kind, language } = name
    await checkAccount(caller, accountId)
    if (template && (await review.isUnreviewed(read, accountId))) throw accountError('account_unreviewed')
    if (template) await checkText(accountId, template)
    return database.writeAs(author, async (trx) => {
      await trx.lock('accounts', accountId)
      const before = await findTemplate(trx.query, name)
      checkIfMatch(ifMatch, shown(name, before))
      const isSame = isDeepStrictEqual(template, defaultTemplate(kind, language))
      const after = isSame ? undefined : template
      if (isDeepStrictEqual(before, after)) return shown(name, after)
      if (after) await saveTemplate(trx.query, name, after, clock.nowMs())
      else await removeTemplate(trx.query, name)
      trx.record({ kind: 'mail template changed', accountId, field: `${kind}.${language}` })
      return shown(name, after)
    })
  }

  return {
    /**
     * Throws `account_not_found` for an account that `actor` may not act for, as for an unknown
     * one.
     */
    async list(actor: Actor, accountId: bigint, only: Language | undefined): Promise<MailTemplates> {
      await checkAccount(actor, accountId)
      const own = await listTemplates(read, accountId)
      const templates = languages
        .filter((language) => only === undefined || language === only)
        .flatMap((language) =>
          mailTemplateKinds.map((kind) => {
            const found = own.find((one) => one.kind === kind && one.language === language)
            return shown({ kind, language }, found)
          }),
        )
      return { accountId, templates, placeholders: mailPlaceholderNames }
    },

    /** Throws `account_not_found`. */
    async get(actor: Actor, name: TemplateName): Promise<ShownMailTemplate> {
      await checkAccount(actor, name.accountId)
      return shown(name, await findTemplate(read, name))
    },

    /**
     * Throws `account_not_found`, `account_unreviewed`, `precondition_failed`, and
     * `validation_failed` for unknown placeholders and links.
     */
    put: (
      by: By<Actor>,
      name: TemplateName,
      template: MailTemplate,
      ifMatch: string | undefined,
    ): Promise<ShownMailTemplate> => change(by, name, template, ifMatch),

    /** Restores the default. Throws `account_not_found`, `precondition_failed`. */
    remove: async (by: By<Actor>, name: TemplateName, ifMatch: string | undefined): Promise<void> =>
      void (await change(by, name, undefined, ifMatch)),

    /** Throws `account_not_found`, and `validation_failed` for unknown placeholders and links. */
    async preview(
      actor: Actor,
      accountId: bigint,
      { language, subject, text }: MailTemplatePreview,
      origin: string,
    ): Promise<PreviewedMail> {
      await checkAccount(actor, accountId)
      await checkText(accountId, { subject, text })
      const organization = { ...(await findOrganization(read, accountId)) }
      const { name = '' } = { ...(await accounts.find(accountId)), ...organization }
      const sender = staffName(name) ?? ''
      const facts = { language, organization, sender, petName: 'Biscuit' }
      const values = mailValues({ ...facts, applicantName: 'Ada Lovelace' })
      const filled = fillTemplate({ subject, text }, values)
      const link = {
        link: inLanguage(`${origin}/applications/…`, language),
        label: applicationTexts[language].application.follow,
      }
      return { subject: filled.subject, text: plainText([...filled.paragraphs, link, sender]) }
    },
  }
}

const shown = (
  { kind, language }: Pick<TemplateName, 'kind' | 'language'>,
  own: MailTemplate | undefined,
): ShownMailTemplate => {
  const { subject, text } = own ?? defaultTemplate(kind, language)
  return { kind, language, subject, text, isDefault: own === undefined }
}
