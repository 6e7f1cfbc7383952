import type { Fault } from '../../platform/http/http-error.ts'
import type { Partly } from '../../requests/api/operation.ts'
import { findForeignLink } from './foreign-links.ts'
import { isMailPlaceholder, type MailValues, mailPlaceholderNames } from './mail-placeholder.ts'
import type { MailTemplate } from './mail-template.ts'

/** Values have up to a hundred characters, so a template must not expand into a huge mail. */
const MAX_PLACEHOLDERS = 50

const placeholderPattern = /\{\{ {0,3}([A-Za-z.]{1,40}) {0,3}\}\}/g
/** Matches placeholders and stray braces. */
const bracesPattern = /\{\{([^{}\n]{0,60})(?:\}\})?|\}\}/g

const fields = ['subject', 'text'] as const

/** Validates the placeholders: unknown ones and stray braces would be sent as they are. */
export const placeholderIssues = (template: Partly<MailTemplate>): Fault[] =>
  fields.flatMap((field) => braceIssues(template[field] ?? '', field))

const braceIssues = (text: string, field: string): Fault[] => {
  const named = [...text.matchAll(placeholderPattern)]
  if (named.length > MAX_PLACEHOLDERS) {
    const message = `must have at most ${MAX_PLACEHOLDERS} placeholders`
    return [{ field, code: 'too_many_placeholders', message }]
  }
  const unknown = new Set(named.flatMap(([all, name = '']) => (isMailPlaceholder(name) ? [] : [all])))
  const rest = text.replace(placeholderPattern, '')
  for (const [all] of rest.matchAll(bracesPattern)) unknown.add(all)
  return [...unknown].map((all) => ({
    field,
    code: 'unknown_placeholder',
    message: `has no placeholder ${all}`,
  }))
}

/** Any value of a placeholder may be a word, which could complete a link. */
const anyValues: MailValues = Object.fromEntries(mailPlaceholderNames.map((name) => [name, 'Abc']))

/** Validates the links: the only one that a template may contain is the organization's website. */
export const linkIssues = (template: MailTemplate, website: string | undefined): Fault[] =>
  fields.flatMap((field) => {
    const text = fill(template[field], { ...anyValues, 'organization.website': website })
    const found = findForeignLink(text, website)
    if (found === undefined) return []
    const shown = [...found].slice(0, 60).join('')
    return [
      {
        field,
        code: 'link_not_allowed',
        message: `must have no link but {{organization.website}}; remove “${shown}”, or put a space after its dot`,
      },
    ]
  })

type FilledTemplate = { subject: string; paragraphs: string[] }

/** Fills in a template. A value is never searched for placeholders. */
export const fillTemplate = ({ subject, text }: MailTemplate, values: MailValues): FilledTemplate => ({
  subject: fill(subject, values),
  paragraphs: fill(text, values)
    .split(/\n[\t\n ]*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== ''),
})

/**
 * Whether a mail may be sent as it is: the website, names and the rules may have changed since its
 * template was saved.
 */
export const isSendable = ({ subject, paragraphs }: FilledTemplate, values: MailValues): boolean =>
  subject.trim() !== '' &&
  paragraphs.length > 0 &&
  [subject, ...paragraphs].every((text) => findForeignLink(text, values['organization.website']) === undefined)

type Values = { [Name in keyof MailValues]: MailValues[Name] | undefined }

const fill = (text: string, values: Values): string =>
  text
    .replaceAll('\r\n', '\n')
    .replace(placeholderPattern, (_, name: string) => (isMailPlaceholder(name) ? (values[name] ?? '') : ''))
