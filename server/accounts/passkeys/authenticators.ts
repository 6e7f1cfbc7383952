import { isIP } from 'node:net'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Authentication, PasskeyRecord, Registration } from './passkey.ts'

/**
 * This service as authenticators see it: passkeys belong to its host name, and work only on its
 * pages.
 */
type RelyingParty = { id: string; name: string; origin: string }

/**
 * Undefined if browsers offer no passkeys: without TLS on another machine, or for an address
 * without a name.
 */
export const relyingPartyOf = (publicUrl: string | undefined): RelyingParty | undefined => {
  if (publicUrl === undefined) return undefined
  const { hostname: id, origin, protocol } = new URL(publicUrl)
  if (isIP(id) !== 0 || id.startsWith('[')) return undefined
  const isLocal = id === 'localhost' || id.endsWith('.localhost')
  return protocol === 'https:' || isLocal ? { id, origin, name: 'Animal Adoption Store' } : undefined
}

/** The facts that an authenticator has proven. */
type Verified = { credentialId: string; publicKey: string; counter: number }

/** EdDSA, ES256 and RS256 (for Windows Hello), by their COSE numbers. */
const algorithms = [-8, -7, -257]
const MAX_KEY_BYTES = 2_048
const PROMPT_MS = 120_000

/** Whether we issued a challenge. */
type IsOurs = (challenge: string) => boolean

/** The rules of WebAuthn, from a library that is loaded on first use. */
export const authenticators = ({ id: rpID, name: rpName, origin }: RelyingParty) => {
  const load = () => import('@simplewebauthn/server')
  const expected = (isOurs: IsOurs) => ({
    expectedChallenge: (sent: string) => isOurs(Buffer.from(sent, 'base64url').toString()),
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  })

  return {
    async creationOptions(
      user: { id: bigint; email: string; name: string },
      passkeys: readonly PasskeyRecord[],
      challenge: string,
    ): Promise<PublicKeyCredentialCreationOptionsJSON> {
      const { generateRegistrationOptions } = await load()
      return generateRegistrationOptions({
        rpID,
        rpName,
        challenge,
        timeout: PROMPT_MS,
        userID: new TextEncoder().encode(userHandleOf(user.id)),
        userName: user.email,
        userDisplayName: user.name,
        attestationType: 'none',
        excludeCredentials: passkeys.map(({ credentialId, transports }) => ({
          id: credentialId,
          transports: [...transports],
        })),
        // Discoverable without an email and unlocked by its owner, so that it replaces a password.
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: algorithms,
      })
    },

    /** Undefined if verification fails. */
    async verifyRegistration(sent: Registration, isOurs: IsOurs): Promise<Verified | undefined> {
      const { verifyRegistrationResponse } = await load()
      if (!(await isPlain(sent.response.attestationObject))) return undefined
      const result = await verifyRegistrationResponse({
        ...expected(isOurs),
        // Checked by the schema; the library reads nothing else.
        response: sent as RegistrationResponseJSON,
        supportedAlgorithmIDs: algorithms,
      }).catch(() => undefined)
      const credential = result?.registrationInfo?.credential
      if (!result?.verified || !credential || credential.publicKey.length > MAX_KEY_BYTES) return undefined
      const publicKey = Buffer.from(credential.publicKey).toString('base64url')
      return { credentialId: credential.id, publicKey, counter: credential.counter }
    },

    async requestOptions(challenge: string): Promise<PublicKeyCredentialRequestOptionsJSON> {
      const { generateAuthenticationOptions } = await load()
      const userVerification = 'required'
      return generateAuthenticationOptions({
        rpID,
        challenge,
        timeout: PROMPT_MS,
        userVerification,
      })
    },

    /** The authenticator's signature counter; undefined if verification fails. */
    async verifyAuthentication(
      sent: Authentication,
      passkey: PasskeyRecord,
      isOurs: IsOurs,
    ): Promise<number | undefined> {
      const { verifyAuthenticationResponse } = await load()
      const { userHandle } = sent.response
      const handle = Buffer.from(userHandle ?? '', 'base64url').toString()
      if (handle !== userHandleOf(passkey.userId)) return undefined
      const result = await verifyAuthenticationResponse({
        ...expected(isOurs),
        // The same as above.
        response: sent as AuthenticationResponseJSON,
        credential: {
          id: passkey.credentialId,
          publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
          counter: passkey.counter,
        },
      }).catch(() => undefined)
      return result?.verified ? result.authenticationInfo.newCounter : undefined
    },
  }
}

export type Authenticators = ReturnType<typeof authenticators>

/** Authenticators store it and some show it, so it contains no personal data. */
const userHandleOf = (userId: bigint): string => `user ${userId}`

/**
 * We request no attestation. Certificates that are sent anyway are rejected: to check them, the
 * library would fetch URLs that they contain.
 */
const isPlain = async (attestationObject: string): Promise<boolean> => {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers')
  try {
    const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
    const format = decoded.get('fmt')
    return format === 'none' || (format === 'packed' && !decoded.get('attStmt').get('x5c'))
  } catch {
    return false
  }
}
