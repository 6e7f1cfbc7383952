import type { Organization } from './organization.ts'

/** Countries that write the city before the postcode; all others write the postcode first. */
const cityFirst: ReadonlySet<string> = new Set(
  'US CA AU NZ GB IE IN ZA SG HK TW MY PH TH KE NG GH BR MX JM BZ BS BB TT LR MM'.split(' '),
)
/** Those that write the state or province between the two. */
const withState: ReadonlySet<string> = new Set('US CA AU IN BR MX PH MY NG LR'.split(' '))

/** An address on one line, in the order of its country: `5 Main St, Austin, TX 78701`. */
export const addressLine = ({ address }: Pick<Organization, 'address'>): string => {
  const { street, city, state, postcode, country = '' } = address
  const parts = cityFirst.has(country)
    ? [street, city, words(withState.has(country) ? state : undefined, postcode)]
    : [street, words(postcode, city)]
  return parts.filter(Boolean).join(', ')
}

const words = (...parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join(' ')
