import { greetedName, greetingTo } from '../../accounts/mail/typed-names.ts'
import type { Organization } from '../../animals/organizations/organization.ts'
import { textCheck } from '../../platform/http/checked-schema.ts'
import { publicAddressPattern } from '../../platform/http/patterns.ts'
import type { Language } from '../../platform/language.ts'
import { applicationTexts } from './application-texts.ts'
import type { MailValues } from './mail-placeholder.ts'

type MailFacts = {
  language: Language
  /** Exactly as the applicant typed it. */
  applicantName: string
  /** Reduced to what mail may contain, as is `sender`. */
  petName: string | undefined
  sender: string
  organization: Pick<Organization, 'phone' | 'website'>
}

/** The values of placeholders. None can carry a link but the organization's website. */
export const mailValues = ({
  language,
  applicantName,
  petName,
  sender,
  organization: { phone, website: stored },
}: MailFacts): MailValues => {
  const website = mailWebsite(stored)
  const { about, anyAnimal } = applicationTexts[language].application
  return {
    greeting: greetingTo(applicantName, language),
    'applicant.name': greetedName(applicantName) ?? '',
    'animal.name': petName ?? anyAnimal,
    application: about(petName),
    'organization.name': sender,
    ...(phone !== undefined && { 'organization.phone': phone.replace(/[^\d +()/-]/g, '') }),
    ...(website !== undefined && { 'organization.website': website }),
  }
}

const isPublicAddress = textCheck(publicAddressPattern)

/** A website that earlier releases stored may look like another, so mail does not have it. */
export const mailWebsite = (website: string | undefined): string | undefined =>
  website !== undefined && isPublicAddress(website) ? website : undefined
