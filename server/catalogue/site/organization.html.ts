import { addressLine } from '../../animals/organizations/address-line.ts'
import type { Organization } from '../../animals/organizations/organization.ts'
import { type Html, html } from '../../platform/html.ts'

/** Where the animals are, and how to contact the organization. */
export const organizationPlace = (organization: Organization): Html => {
  const { name, email, phone, website } = organization
  const where = addressLine(organization)
  return html`<div class="place"><svg viewBox="0 0 32 32" aria-hidden="true"><use href="#paw"/></svg><div><b dir="auto">${name}</b>${where && html`<br><span class="muted">${where}</span>`}${phone && html`<br><a href="${telephone(phone)}">${phone}</a>`}${email && html`<br><a href="mailto:${encodeURIComponent(email).replace('%40', '@')}">${email}</a>`}${website && html`<br><a href="${website}" rel="nofollow noopener">${hostOf(website)}</a>`}</div></div>`
}

/** A `tel` link (RFC 3966). The zero of +49 (0)30 is not dialled, and an extension comes after the number. */
export const telephone = (phone: string): string => {
  const [, main = '', extension = ''] = /^([^a-z]*)(.*)$/is.exec(phone) ?? []
  const isInternational = /^[^\d]*\+/.test(main)
  const digits = (isInternational ? main.replace('(0)', '') : main).replace(/\D/g, '')
  const inner = extension.replace(/\D/g, '')
  return `tel:${isInternational ? '+' : ''}${digits}${inner && `;ext=${inner}`}`
}

/** A `mailto` link with a subject and a text. */
export const letter = (to: string, subject: string, text: string): string =>
  `mailto:${encodeURIComponent(to).replaceAll('%40', '@')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`

const hostOf = (website: string): string => URL.parse(website)?.host.replace(/^www\./, '') ?? website
