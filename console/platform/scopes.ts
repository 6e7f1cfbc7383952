import { isApiError } from '@adoption-store/client'
import { signal } from './signal.ts'

// What a key may do is told by no call: it is learned from what is refused, and forgotten with the session.

const missing = signal<readonly string[]>([])

/** The scope that a call lacked, by the message of its refusal; undefined for any other error. */
export const missingScopeOf = (error: unknown): string | undefined =>
  isApiError(error, 'insufficient_scope')
    ? /: ([a-z]+(?::[a-z]+)?)\. \(/.exec(error.message)?.[1]
    : undefined

/** Takes note of what an error says the key may not do. */
export const learnScope = (error: unknown): void => {
  const scope = missingScopeOf(error)
  if (scope && !missing.get().includes(scope)) missing.set([...missing.get(), scope])
}

export const forgetScopes = (): void => missing.set([])

/** Whether the key is known to lack a scope. */
export const useLacksScope = (scope: string | undefined): boolean => {
  const known = missing.use()
  return scope !== undefined && known.includes(scope)
}
