import type { Caller } from '../../requests/access/caller.ts'
import type { Call } from '../../requests/api/operation.ts'

/** A message of an agent, who may be a visitor without a key. */
export type Message = Omit<Call<unknown, unknown, unknown>, 'caller' | 'author'> & {
  caller: Caller | undefined
}
