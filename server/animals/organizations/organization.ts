import { type Static, Type } from 'typebox'
import { Address, Location } from '../../platform/http/address.ts'
import { Email, Phone } from '../../platform/http/contact.ts'
import { Int64 } from '../../platform/http/int64.ts'
import { Name, ShownName } from '../../platform/http/name.ts'
import { linesPattern, publicAddressPattern } from '../../platform/http/patterns.ts'

const nameDocs = { description: 'Public name.', examples: ['Paws and Whiskers'] }

const contact = {
  email: Type.Optional(Email({ description: 'Public email address.', examples: ['hello@paws.example'] })),
  phone: Type.Optional(Phone({ description: 'Public telephone number.', examples: ['+49 30 5550100'] })),
}

const place = {
  location: Type.Optional(Location('The location of its animals (WGS 84). Distances are measured from there.')),
  website: Type.Optional(
    Type.String({
      maxLength: 2_048,
      pattern: publicAddressPattern,
      'x-rule': 'must be an http or https address without a user, a fragment and characters that are not shown',
      description: 'Website.',
      examples: ['https://paws.example'],
    }),
  ),
  policy: Type.Optional(
    Type.String({
      maxLength: 10_000,
      pattern: linesPattern,
      'x-rule': 'must have no control characters but line breaks and tabs',
      description: 'Adoption policy in Markdown, stored exactly as sent. At most 10,000 characters.',
    }),
  ),
}

export const NewOrganization = Type.Object(
  { name: Name(nameDocs), ...contact, address: Type.Optional(Address), ...place },
  {
    $id: 'NewOrganization',
    additionalProperties: false,
    description: 'The public details of an account. Omitted fields are removed.',
  },
)
export type NewOrganization = Static<typeof NewOrganization>

/** The public details of an account, by its id. */
export const Organization = Type.Object(
  {
    id: Int64({ description: 'Identifier of the account.', examples: [1] }),
    name: ShownName(nameDocs),
    ...contact,
    address: Address,
    ...place,
  },
  {
    $id: 'Organization',
    description: 'The public details of an account.',
    examples: [
      {
        id: 1,
        name: 'Paws and Whiskers',
        email: 'hello@paws.example',
        address: { city: 'Berlin', country: 'DE' },
        location: { lat: 52.485, lng: 13.354 },
      },
    ],
  },
)
export type Organization = Static<typeof Organization>

export const OrganizationPath = Type.Object(
  { organizationId: Int64({ description: 'Identifier of the organization.' }) },
  { 'x-not-found': 'organization_not_found' },
)

export type OrganizationChange = {
  kind: 'organization changed'
  before?: Organization
  after: Organization
}
