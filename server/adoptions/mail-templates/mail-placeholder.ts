import { Type } from 'typebox'

/**
 * The placeholders and their descriptions. Never rename one, as stored templates contain the names.
 */
export const mailPlaceholders = {
  greeting: 'A greeting with the name of the applicant.',
  'applicant.name': 'Name of the applicant.',
  'animal.name': 'Name of the animal.',
  application: 'The application, such as “your application for Biscuit”.',
  'organization.name': 'Name of the organization.',
  'organization.phone': 'Its telephone number.',
  'organization.website': 'Its website.',
} as const

export type MailPlaceholderName = keyof typeof mailPlaceholders

/** The values of placeholders. A missing one is left out. */
export type MailValues = Partial<Record<MailPlaceholderName, string>>

export const mailPlaceholderNames = Object.keys(mailPlaceholders) as MailPlaceholderName[]

export const isMailPlaceholder = (name: string): name is MailPlaceholderName => Object.hasOwn(mailPlaceholders, name)

export const MailPlaceholder = Type.Unsafe<MailPlaceholderName>(
  Type.Enum(mailPlaceholderNames, {
    $id: 'MailPlaceholder',
    description: `A placeholder, written in double braces, such as \`{{greeting}}\`. ${Object.entries(mailPlaceholders)
      .map(([name, text]) => `\`${name}\`: ${text}`)
      .join(' ')}`,
  }),
)
