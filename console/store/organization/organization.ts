import type { NewOrganization, Organization } from '@adoption-store/client'
import type { City } from '../../platform/cities.ts'

/** Everything that can be filled in, as it stands in its fields. */
export type Draft = Readonly<Record<DraftField, string>> & {
  /** A city was typed, and its place has not been looked up. */
  readonly isUnlocated?: true | undefined
}
export type DraftField =
  | 'name'
  | 'email'
  | 'phone'
  | 'website'
  | 'street'
  | 'postcode'
  | 'city'
  | 'state'
  | 'country'
  | 'lat'
  | 'lng'
  | 'policy'

export const draftOf = (organization: Organization | undefined, name: string): Draft => {
  const { address, location } = organization ?? {}
  return {
    name: organization?.name ?? name,
    email: organization?.email ?? '',
    phone: organization?.phone ?? '',
    website: organization?.website ?? '',
    street: address?.street ?? '',
    postcode: address?.postcode ?? '',
    city: address?.city ?? '',
    state: address?.state ?? '',
    country: address?.country ?? '',
    lat: location ? String(location.lat) : '',
    lng: location ? String(location.lng) : '',
    policy: organization?.policy ?? '',
  }
}

/** Empty fields are left out, which removes them. */
export const organizationOf = (draft: Draft): NewOrganization => {
  const { name, policy, lat, lng, website, isUnlocated, ...texts } = draft
  const given = (fields: readonly (keyof typeof texts)[]) =>
    Object.fromEntries(fields.flatMap((field) => (texts[field].trim() ? [[field, texts[field].trim()]] : [])))
  const hasPlace = lat.trim() !== '' || lng.trim() !== ''
  return {
    name: name.trim(),
    ...given(['email', 'phone']),
    ...(website.trim() && { website: webAddressOf(website) }),
    address: given(['street', 'postcode', 'city', 'state', 'country']),
    ...(hasPlace && { location: { lat: degrees(lat), lng: degrees(lng) } }),
    ...(policy.trim() && { policy }),
  }
}

/** Adds the `https://` that nobody types. */
export const webAddressOf = (text: string): string => {
  const address = text.trim()
  return address === '' || /^[a-z][a-z\d+.-]*:/i.test(address) ? address : `https://${address}`
}

/** The address and the place of a city that was found. */
export const withCity = (draft: Draft, { name, country, state, lat, lng }: City): Draft => ({
  ...draft,
  city: name,
  country,
  lat: String(lat),
  lng: String(lng),
  isUnlocated: undefined,
  state: state !== '' || country !== draft.country ? state : draft.state,
})

/** Written with a comma in many languages. */
const degrees = (text: string): number => Number(text.trim().replace(',', '.') || Number.NaN)

/** The place, unless it is left out or wrong. */
export const positionOf = ({ lat, lng }: Draft): { lat: number; lng: number } | undefined => {
  const position = { lat: degrees(lat), lng: degrees(lng) }
  return Math.abs(position.lat) <= 90 && Math.abs(position.lng) <= 180 ? position : undefined
}

/** Whether a place is left out, or both of its numbers are such. */
export const isPlace = (draft: Draft): boolean =>
  (draft.lat.trim() === '' && draft.lng.trim() === '') || positionOf(draft) !== undefined
