import { type Static, Type } from 'typebox'
import type { KeyKind } from '../access/key-kind.ts'
import type { Scope } from '../access/scope.ts'
import type { PlanName } from '../plans/plan.ts'
import { Int64 } from '../platform/http/int64.ts'
import { ShownName } from '../platform/http/name.ts'

/** Where a server runs, and so which keys it accepts. */
export type Environment = 'production' | 'staging'

/** The caller: what a client needs to offer only what the key permits. */
export const Me = Type.Object(
  {
    type: Type.Unsafe<'key'>(
      Type.Enum(['key'], { description: 'What kind of caller this is. More kinds may be added.' }),
    ),
    id: Int64({ description: 'Identifier of the key.', examples: [1] }),
    name: ShownName({ description: 'What the key is for.', examples: ['Adoption site'] }),
    kind: Type.Unsafe<KeyKind>({ $ref: 'KeyKind#' }),
    scopes: Type.Array(Type.Unsafe<Scope>({ $ref: 'Scope#' }), {
      description: 'What the caller is allowed to do.',
    }),
    account: Type.Optional(
      Type.Object(
        {
          id: Int64({ examples: [1] }),
          name: ShownName({
            description: 'The name of the account.',
            examples: ['Paws and Whiskers'],
          }),
          plan: Type.Unsafe<PlanName>({ $ref: 'Plan#' }),
        },
        {
          description:
            'The account the caller belongs to. Its keys share its limits. Absent for a publishable key, which ' +
            'everybody can read.',
        },
      ),
    ),
    environment: Type.Unsafe<Environment>(
      Type.Enum(['production', 'staging'], { description: 'The environment of this server.' }),
    ),
    expiresAt: Type.Optional(
      Type.String({ format: 'date-time', description: 'When the key expires; absent if never.' }),
    ),
  },
  { $id: 'Me', description: 'The caller, as identified by the API key.' },
)
export type Me = Static<typeof Me>
