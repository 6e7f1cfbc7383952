import { tagAddress } from './navigation.html.ts'
import type { Reference } from './reference.ts'

/** Finds the page of an operation written as code, such as `GET /v1/pets?status=available` or `DELETE /v1/pets/1`. */
export const operationLinks = ({ groups }: Reference): ((code: string) => string | undefined) => {
  const known = groups
    .flatMap(({ tags }) => tags)
    .flatMap((tag) =>
      tag.operations
        .filter(({ isWebhook }) => !isWebhook)
        .map(({ id, method, path }) => ({
          method,
          parts: `/v1${path}`.split('/'),
          address: `${tagAddress(tag)}#${id}`,
        })),
    )
  return (code) => {
    const [, method, path = ''] = /^(GET|POST|PUT|PATCH|DELETE) ([^\s?]+)(?:\?\S*)?$/.exec(code) ?? []
    const parts = path.split('/')
    const found = known.filter((one) => one.method === method && isLike(one.parts, parts))
    // A name written out is nearer than a parameter in its place.
    return found.toSorted((one, other) => blanks(one.parts) - blanks(other.parts))[0]?.address
  }
}

const isLike = (pattern: readonly string[], parts: readonly string[]): boolean =>
  pattern.length === parts.length &&
  pattern.every((part, at) => part === parts[at] || (part.startsWith('{') && parts[at] !== ''))

const blanks = (parts: readonly string[]): number => parts.filter((part) => part.startsWith('{')).length
