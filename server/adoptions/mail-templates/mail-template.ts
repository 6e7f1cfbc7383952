/** The kinds of mail to applicants: what has happened to the application. */
export const mailTemplateKinds = [
  ...(['received', 'inReview', 'meetAndGreet', 'homeVisit', 'referenceCheck'] as const),
  ...(['approved', 'declined', 'withdrawn'] as const),
] as const
export type MailTemplateKind = (typeof mailTemplateKinds)[number]

/** Plain text with placeholders. */
export type MailTemplate = { subject: string; text: string }
