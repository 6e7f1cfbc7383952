import { isMailPlaceholder, type MailValues } from './mail-placeholder.ts'
import type { MailTemplate } from './mail-template.ts'

const placeholderPattern = /\{\{ {0,3}([A-Za-z.]{1,40}) {0,3}\}\}/g

/** Fills in a template. A value is never searched for placeholders. */
export const fillTemplate = (
  { subject, text }: MailTemplate,
  values: MailValues,
): { subject: string; paragraphs: string[] } => ({
  subject: fill(subject, values),
  paragraphs: fill(text, values)
    .split(/\n(?:[\t ]*\n)+/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== ''),
})

const fill = (text: string, values: MailValues): string =>
  text.replace(placeholderPattern, (_, name: string) =>
    isMailPlaceholder(name) ? (values[name] ?? '') : '',
  )
