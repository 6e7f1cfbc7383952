import { stringifyExact } from './exact-json.ts'
import type { ProfileBatch, ProfileBatchResults } from './openapi.gen.ts'
import type { PostOptions } from './options.ts'
import type { Resources } from './resources.gen.ts'
import type { Call } from './response.ts'
import type { Send } from './transport.ts'

/** Calls for profiles: the details of animals beyond their name, category and status. */
export type ProfileCalls = Resources['profiles'] & ReturnType<typeof profileCalls>

export const profileCalls = (send: Send) => ({
  /**
   * Updates profiles, each like `update`. Without `atomic`, each has its own result, and a batch that is too large for
   * one request is sent in several, one after the other. If one of these fails, those before it have taken effect. With
   * `atomic`, one invalid profile rejects all, and at most 100 are allowed.
   */
  batch: (batch: ProfileBatch, options?: PostOptions): Call<ProfileBatchResults> =>
    inParts(partsOf(batch), options, (body, part) =>
      send({ operation: 'updateProfiles', method: 'POST', path: '/profiles:batch', body }, part),
    ),
})

type Results = ProfileBatchResults
type SendPart = (batch: ProfileBatch, options?: PostOptions) => Call<Results>

const MAX_PROFILES = 100
/** The service accepts 64 KiB; the rest is for the JSON around the profiles. */
const MAX_BYTES = 65_000

/** Splits profiles into parts that the service accepts. A profile that is too large by itself becomes its own part. */
const partsOf = ({ profiles, ...rest }: ProfileBatch): ProfileBatch[] => {
  if (rest.atomic) return [{ profiles, ...rest }]
  const parts: ProfileBatch['profiles'][] = [[]]
  let bytes = 0
  for (const profile of profiles) {
    const size = new TextEncoder().encode(stringifyExact(profile)).length + 1
    const part = parts.at(-1) ?? []
    const isFull = part.length === MAX_PROFILES || (part.length > 0 && bytes + size > MAX_BYTES)
    if (isFull) parts.push([profile])
    else part.push(profile)
    bytes = isFull ? size : bytes + size
  }
  return parts.map((part) => ({ profiles: part, ...rest }))
}

/** Sends the parts one after the other, and returns all results as one call. */
const inParts = (
  [first = { profiles: [] }, ...others]: ProfileBatch[],
  options: PostOptions | undefined,
  send: SendPart,
): Call<Results> => {
  if (others.length === 0) return send(first, options)
  const { idempotencyKey: key } = options ?? {}
  const response = (async () => {
    let last = await send(first, options).withResponse()
    for (const [at, part] of others.entries()) {
      const itsKey = key === undefined ? {} : { idempotencyKey: `${key}-${at + 2}` }
      const { data, ...facts } = await send(part, { ...options, ...itsKey }).withResponse()
      last = { ...facts, data: { results: [...last.data.results, ...data.results] } }
    }
    return last
  })()
  const data = response.then((whole) => whole.data)
  return Object.assign(data, {
    withResponse() {
      data.catch(() => {})
      return response
    },
  })
}
