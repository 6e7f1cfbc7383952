import { createPublicKey, createSign, generateKeyPairSync, hash, type KeyObject } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

type CreationOptions = { challenge: string; user: { id: string }; rp: { id?: string } }
type RequestOptions = { challenge: string; rpId?: string }

const base64url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url')
const USER_PRESENT = 1
const USER_VERIFIED = 4
const HAS_KEY = 64

type Options = {
  origin: string
  flags?: number
  /** A passkey that exists already, and whose it is. */
  privateKey?: KeyObject
  userHandle?: string
}

/** A software authenticator with one passkey, and its browser. Tests can make it misbehave. */
export const authenticator = ({
  origin,
  flags = USER_PRESENT | USER_VERIFIED,
  privateKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
  userHandle = '',
}: Options) => {
  const { x = '', y = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
  const coseKey = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      ...([
        [1, 2],
        [3, -7],
        [-1, 1],
      ] as const),
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]),
  )
  const id = Buffer.from(hash('sha256', x, 'hex'), 'hex')
  let counter = 0

  const clientData = (type: string, challenge: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authenticatorData = (rpId: string, more: Uint8Array = new Uint8Array()): Buffer => {
    const head = Buffer.alloc(37)
    Buffer.from(hash('sha256', rpId, 'hex'), 'hex').copy(head)
    head[32] = flags | (more.length > 0 ? HAS_KEY : 0)
    head.writeUInt32BE(counter, 33)
    return Buffer.concat([head, more])
  }
  const credential = <Response extends object>(response: Response) => ({
    id: base64url(id),
    rawId: base64url(id),
    type: 'public-key',
    response,
    clientExtensionResults: {},
  })

  return {
    /** Sets the signature counter, as a copy of the authenticator would have its own. */
    setCounter(to: number): void {
      counter = to
    },

    create({ challenge, user, rp }: CreationOptions, attestation: object = {}) {
      userHandle = user.id
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey])
      const attestationObject = isoCBOR.encode(
        new Map<string, unknown>(
          Object.entries({
            fmt: 'none',
            attStmt: new Map(),
            authData: new Uint8Array(authenticatorData(rp.id ?? '', attested)),
            ...attestation,
          }),
        ) as Parameters<typeof isoCBOR.encode>[0],
      )
      return credential({
        clientDataJSON: base64url(clientData('webauthn.create', challenge)),
        attestationObject: base64url(attestationObject),
        transports: ['internal'],
      })
    },

    get({ challenge, rpId = '' }: RequestOptions) {
      counter += 1
      const data = authenticatorData(rpId)
      const client = clientData('webauthn.get', challenge)
      const signed = Buffer.concat([data, Buffer.from(hash('sha256', client, 'hex'), 'hex')])
      return credential({
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(createSign('sha256').update(signed).sign(privateKey)),
        userHandle,
      })
    },
  }
}
