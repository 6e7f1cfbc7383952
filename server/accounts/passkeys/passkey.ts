import { type Static, Type } from 'typebox'
import { Int64 } from '../../platform/http/int64.ts'
import { Name } from '../../platform/http/name.ts'

/** A passkey as its owner sees it. */
export type Passkey = { id: bigint; name: string; createdAt: string; lastUsedAt?: string }

/** A passkey as stored. */
export type PasskeyRecord = {
  id: bigint
  userId: bigint
  /** Base64url, as is the key. */
  credentialId: string
  publicKey: string
  counter: number
  transports: readonly string[]
  name: string
  createdAtMs: number
  lastUsedAtMs: number | undefined
}

/** The longest credentials that browsers send: a request has no room for more. */
const text = Type.String({ maxLength: 65_536 })
const id = Type.String({ minLength: 1, maxLength: 2_048, pattern: '^[A-Za-z0-9_-]*$' })

/** The credential from the browser (WebAuthn section 5.1). Browsers may add fields. */
const credential = {
  id,
  rawId: id,
  type: Type.Enum(['public-key']),
  authenticatorAttachment: Type.Optional(text),
  clientExtensionResults: Type.Object({}, { additionalProperties: true }),
}

export const Registration = Type.Object(
  {
    ...credential,
    response: Type.Object(
      {
        clientDataJSON: text,
        attestationObject: text,
        transports: Type.Optional(Type.Array(Type.String({ maxLength: 32, pattern: '^[a-z-]*$' }), { maxItems: 16 })),
      },
      { additionalProperties: true },
    ),
  },
  { additionalProperties: true },
)
export type Registration = Static<typeof Registration>

export const Authentication = Type.Object(
  {
    ...credential,
    response: Type.Object(
      {
        clientDataJSON: text,
        authenticatorData: text,
        signature: text,
        userHandle: Type.Optional(Type.String({ maxLength: 128 })),
      },
      { additionalProperties: true },
    ),
  },
  { additionalProperties: true },
)
export type Authentication = Static<typeof Authentication>

export const NewPasskey = Type.Object(
  { name: Name({ description: 'The name of the passkey.' }), credential: Registration },
  { additionalProperties: false },
)

export const PasskeySignIn = Type.Object({ credential: Authentication }, { additionalProperties: false })

export const PasskeyPath = Type.Object(
  { passkeyId: Int64({ description: 'Identifier of the passkey.' }) },
  { 'x-not-found': 'passkey_not_found' },
)
