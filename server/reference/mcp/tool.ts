import type { TSchema } from 'typebox'
import type { Scope } from '../../requests/access/scope.ts'
import type { Arguments, ToolRequests } from './tool-requests.ts'

/** An action of an agent, named by its outcome. */
export type Tool = {
  name: string
  title: string
  description: string
  /** A key needs all of them. */
  scopes: readonly Scope[]
  /** Visitors may use it too while the site is on: it shows what the site shows. */
  isPublic?: true
  /** It changes something, so it takes an `idempotencyKey`. */
  isWrite?: true
  /** It does what cannot be undone. */
  isDestructive?: true
  input: Readonly<Record<string, TSchema>>
  /** Returns a JSON value, or a text. */
  run: (given: Arguments, requests: ToolRequests) => Promise<unknown>
}
