/** A response as it is stored for its `Idempotency-Key`. */
export type ResponseRow = {
  account_id: bigint
  key: string
  fingerprint: string
  status: bigint
  location: string | null
  body: string
  created_at: bigint
}

/** Recorded with the change that it responds to, so that both or neither are stored. */
export type ResponseChange = { kind: 'response stored'; record: ResponseRow }
