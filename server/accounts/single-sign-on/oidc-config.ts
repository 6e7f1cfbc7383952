import type { RoleRule } from './role-claim.ts'

/** An OpenID Connect provider, and our client there. */
export type OidcConfig = {
  issuer: string
  clientId: string
  clientSecret: string
  /** The name that people know it by. */
  name: string
  scopes: string
  /** Undefined if roles are set in the store. */
  roles: RoleRule | undefined
  emailVerifiedClaim: string
}
