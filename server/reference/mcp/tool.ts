import type { TSchema } from 'typebox'
import type { Scope } from '../../requests/access/scope.ts'
import type { Arguments, ToolRequests } from './tool-requests.ts'

export type ToolContext = ToolRequests & {
  /** The address of the page of a published animal; undefined while the site is off. */
  pageOf: (animal: { id: bigint | number; name: string }) => string | undefined
}

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
  run: (given: Arguments, context: ToolContext) => Promise<unknown>
}
