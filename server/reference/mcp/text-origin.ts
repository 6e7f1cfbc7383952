import type { Caller } from '../../requests/access/caller.ts'

type Json = Readonly<Record<string, unknown>>

/** A response of the API to a tool: the method and the path of its request, and its value. */
type Answered = { method: string; path: string; value: unknown }

/** The caller of a tool; undefined for a visitor, who belongs to no account. */
type Reader = Pick<Caller, 'accountId' | 'actsForStore'> | undefined

/**
 * Whether a response may have text that neither this store nor the caller's own account has written. It has unless its
 * path is listed here and its value says whose it is.
 */
export const hasForeignText = ({ method, path, value }: Answered, reader: Reader): boolean => {
  const place = `${method} ${path.replaceAll(/\/\d+/g, '/{id}')}`
  const isOwn = ownedResponses.find(([pattern]) => pattern.test(place))?.[1]
  return isOwn === undefined || !isOwn(value, reader)
}

type IsOwn = (value: unknown, reader: Reader) => boolean

const always: IsOwn = () => true
/** An account can change only its own animals, but staff can change those of others. */
const isForOneAccount: IsOwn = (_, reader) => reader !== undefined && !reader.actsForStore

const ofAccount =
  (accountIn: (item: Json) => unknown): IsOwn =>
  (value, reader) =>
    [value].flat().every((item) => {
      const accountId = accountIn(item as Json)
      return reader !== undefined && String(accountId) === String(reader.accountId)
    })

/** Animals name their account only for those who see the animals of others. */
const isOwnAnimals: IsOwn = (value, reader) =>
  isForOneAccount(value, reader) || ofAccount(({ accountId }) => accountId)(value, reader)

/** A form without an account serves all of them, and belongs to the store. */
const isOwnForms: IsOwn = (value, reader) => ofAccount(({ accountId }) => accountId ?? reader?.accountId)(value, reader)

/** Only the owner of an animal sees this field. */
const isOwnProfile: IsOwn = (value, reader) => isForOneAccount(value, reader) && 'externalId' in (value as object)

const ownedResponses: readonly (readonly [RegExp, IsOwn])[] = [
  [/^GET \/(?:docs(?:[/.]|$)|llms\.txt$)/, always],
  // Tools use only its ids, and not the names of the categories.
  [/^GET \/v1\/species$/, always],
  // It counts, and has no texts but the names of species.
  [/^GET \/v1\/reports\/adoptions$/, always],
  // Only its id, its status and its link.
  [/^POST \/v1\/applications$/, always],
  [/^GET \/v1\/listings(?:\/\{id\})?$/, ofAccount(({ organization }) => (organization as Json | undefined)?.id)],
  [/^GET \/v1\/organizations$/, ofAccount(({ id }) => id)],
  [/^GET \/v1\/animals$/, isOwnAnimals],
  [/^GET \/v1\/pets\/\{id\}\/profile$/, isOwnProfile],
  [/^GET \/v1\/forms$/, isOwnForms],
  // New animals belong to the caller's account.
  [/^POST \/v1\/pets$/, (_, reader) => reader !== undefined],
  [/^(?:PATCH \/v1\/pets|POST \/v1\/profiles):batch$/, isForOneAccount],
]
