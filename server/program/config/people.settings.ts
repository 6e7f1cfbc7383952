import { relyingPartyOf } from '../../accounts/passkeys/authenticators.ts'
import type { OidcConfig } from '../../accounts/single-sign-on/oidc-config.ts'
import type { PasskeyGroup } from '../../accounts/users/passkey-policy.ts'
import { type Role, roleNames } from '../../requests/access/role.ts'
import type { mailSettings } from './mail.settings.ts'
import type { serverSettings } from './server.settings.ts'
import { oneOf, secret, setting, text, type Values } from './setting.ts'

export const peopleSettings = {
  SIGN_IN: setting(
    'password',
    '`password`: users sign in with a password or with any other method that is set up. `sso`: passwords cannot be used, set or reset, and sessions that began with one end. Requires OIDC_ISSUER.',
    oneOf(['password', 'sso'] as const),
  ),
  REQUIRE_PASSKEY: setting(
    undefined,
    'Roles that must sign in with a passkey, separated by commas, such as `admin,staff`; `staff` means all users of the store. Users without a passkey can only add one. For users with one, sessions without it end. Requires PUBLIC_URL (in staging STAGING_URL), with https and a host name.',
    readPasskeyGroups,
  ),
  OIDC_ISSUER: setting(
    undefined,
    'Single sign-on: URL of the OpenID Connect provider. Requires OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and PUBLIC_URL (in staging STAGING_URL).',
    readIssuer,
  ),
  OIDC_CLIENT_ID: setting(undefined, 'The id of this client at the provider.', text),
  OIDC_CLIENT_SECRET: secret(undefined, 'The secret of this client at the provider.', text),
  OIDC_NAME: setting('single sign-on', 'Name of the provider on the sign-in page.', text),
  OIDC_SCOPES: setting('openid email profile', 'Scopes requested from the provider.', readScopes),
  OIDC_ROLE_CLAIM: setting(
    undefined,
    'The claim that gives users their role at each sign-in, such as `roles` or `realm_access.roles`. Users without a known value cannot sign in. Default: roles are set in the store.',
    text,
  ),
  OIDC_ROLES: setting(
    roleNames.map((role) => `${role}=${role}`).join(','),
    'Values of that claim and their roles, as `value=role,value=role`. If several match, the role with the most permissions applies.',
    readRoles,
  ),
  OIDC_EMAIL_VERIFIED_CLAIM: setting(
    'email_verified',
    'The claim that says whether the email address is verified; for Microsoft, `xms_edov`.',
    text,
  ),
  SIGNUP: setting(
    'off',
    '`open` lets developers sign up by themselves: they confirm an email address and get a Free account. Requires SMTP_URL.',
    oneOf(['off', 'open'] as const),
  ),
  SIGNUP_REVIEW: setting(
    'on',
    '`on`: staff must accept an account from sign-up before others see its animals, before it can order or apply for animals of others, and before its mail reaches strangers. `off`: accounts need no acceptance.',
    oneOf(['on', 'off'] as const),
  ),
} as const

export type PeopleConfig = {
  /** Whether people can sign in with passwords. */
  hasPasswords: boolean
  /** The roles that must sign in with a passkey. */
  passkeyGroups: readonly PasskeyGroup[]
  oidc: OidcConfig | undefined
  isSignUpOpen: boolean
  isSignUpReviewed: boolean
}

export const peopleConfig = (values: Values<typeof peopleSettings>): PeopleConfig => {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = values
  const signIn = {
    hasPasswords: values.SIGN_IN === 'password',
    passkeyGroups: values.REQUIRE_PASSKEY ?? [],
    isSignUpOpen: values.SIGNUP === 'open',
    isSignUpReviewed: values.SIGNUP_REVIEW === 'on',
  }
  // Either all are set or none: see `peopleFaults`.
  if (!issuer || !clientId || !clientSecret) return { oidc: undefined, ...signIn }
  const claim = values.OIDC_ROLE_CLAIM
  return {
    ...signIn,
    oidc: {
      issuer,
      clientId,
      clientSecret,
      name: values.OIDC_NAME,
      scopes: values.OIDC_SCOPES,
      roles: claim === undefined ? undefined : { claim, values: values.OIDC_ROLES },
      emailVerifiedClaim: values.OIDC_EMAIL_VERIFIED_CLAIM,
    },
  }
}

const needed = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const

/** Errors in combinations of settings. */
export const peopleFaults = (
  values: Values<typeof peopleSettings & typeof serverSettings & typeof mailSettings>,
): string[] => [
  ...oidcFaults(values),
  ...(values.SIGNUP === 'open' && values.SMTP_URL === undefined ? ['SMTP_URL is required, as SIGNUP is open'] : []),
  ...(values.SIGN_IN === 'sso' ? passwordFaults(values) : []),
  ...passkeyFaults(values),
]

const passkeyFaults = (values: Values<typeof peopleSettings & typeof serverSettings>): string[] => {
  if (values.REQUIRE_PASSKEY === undefined) return []
  const own = values.ADOPTION_ENV === 'staging' ? 'STAGING_URL' : 'PUBLIC_URL'
  return relyingPartyOf(values[own])
    ? []
    : [`${own} is required, with https and a host name, as REQUIRE_PASSKEY is set`]
}

/** Errors in settings that do not work without passwords. */
const passwordFaults = (values: Values<typeof peopleSettings>): string[] => [
  ...(values.OIDC_ISSUER === undefined ? ['OIDC_ISSUER is required, as SIGN_IN is sso'] : []),
  ...(values.SIGNUP === 'open'
    ? ['SIGNUP must be off if SIGN_IN is sso, because people who sign up choose a password']
    : []),
]

const oidcFaults = (values: Values<typeof peopleSettings & typeof serverSettings>): string[] => {
  const given = needed.filter((name) => values[name] !== undefined)
  const [first] = given
  if (first === undefined) return values.OIDC_ROLE_CLAIM === undefined ? [] : ['OIDC_ROLE_CLAIM requires OIDC_ISSUER']
  const missing = needed.filter((name) => values[name] === undefined)
  const own = values.ADOPTION_ENV === 'staging' ? 'STAGING_URL' : 'PUBLIC_URL'
  return [
    ...missing.map((name) => `${name} is required, as ${first} is set`),
    ...(values[own] === undefined ? [`${own} is required, as ${first} is set`] : []),
  ]
}

/**
 * Over plain HTTP anybody on the way could sign in as anybody, so it is allowed only for a provider on this machine.
 */
function readIssuer(value: string): string {
  const url = URL.parse(value)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url?.hostname ?? '')
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal)
  if (url && isSafe && !url.search && !url.hash && !url.username) return value
  throw 'must be an https address (http for a provider on this machine)'
}

function readPasskeyGroups(value: string): readonly PasskeyGroup[] {
  const known: readonly PasskeyGroup[] = [...roleNames, 'staff']
  return value.split(',').map((part) => {
    const group = known.find((name) => name === part.trim())
    if (group) return group
    throw `must be some of ${known.join(', ')}, separated by commas`
  })
}

function readScopes(value: string): string {
  const scopes = value.split(' ').filter((scope) => scope !== '')
  if (scopes.includes('openid') && scopes.every((scope) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope)))
    return scopes.join(' ')
  throw 'must be scopes separated by spaces, including openid'
}

function readRoles(value: string): ReadonlyMap<string, Role> {
  const pairs = value.split(',').map((pair): [string, Role] => {
    // Values may contain `=`, but roles cannot.
    const at = pair.lastIndexOf('=')
    const claimValue = pair.slice(0, at).trim()
    const role = roleNames.find((name) => name === pair.slice(at + 1).trim())
    if (at > 0 && claimValue !== '' && role) return [claimValue, role]
    throw `must be value=role separated by commas; roles are ${roleNames.join(', ')}`
  })
  return new Map(pairs)
}
