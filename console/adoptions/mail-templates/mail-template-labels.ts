import type { MailLanguage, MailPlaceholder, MailTemplateKind } from '@adoption-store/client'

export const kindLabels: Record<MailTemplateKind, string> = {
  received: 'Received',
  inReview: 'In review',
  meetAndGreet: 'Meet and greet',
  homeVisit: 'Home visit',
  referenceCheck: 'Reference check',
  approved: 'Approved',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
}

/** Each language in that language. */
export const languageLabels: Record<MailLanguage, string> = {
  en: 'English',
  es: 'Español',
  de: 'Deutsch',
  fr: 'Français',
  it: 'Italiano',
  nl: 'Nederlands',
  pt: 'Português',
}

export const placeholderLabels: Record<MailPlaceholder, string> = {
  greeting: 'Greeting with the name',
  'applicant.name': 'Applicant: name',
  'animal.name': 'Animal: name',
  application: '“your application for …”',
  'organization.name': 'Organization: name',
  'organization.phone': 'Organization: phone',
  'organization.website': 'Organization: website',
}
