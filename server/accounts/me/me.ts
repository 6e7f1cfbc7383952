import { type Static, Type } from 'typebox'
import { Int64 } from '../../platform/http/int64.ts'
import { ShownName } from '../../platform/http/name.ts'
import type { KeyKind } from '../../requests/access/key-kind.ts'
import { type Right, type Role, rights } from '../../requests/access/role.ts'
import { type Scope, scopes } from '../../requests/access/scope.ts'
import type { PlanName } from '../../requests/plans/plan.ts'

/** The environment of a server, which decides the keys that it accepts. */
export type Environment = 'production' | 'staging'

/** The caller, with the data that a client needs to offer only permitted actions. */
export const Me = Type.Object(
  {
    type: Type.Unsafe<'key' | 'user'>(
      Type.Enum(['key', 'user'], {
        description: 'The kind of caller. More kinds may be added.',
      }),
    ),
    id: Int64({ description: 'Identifier of the key or of the user.', examples: [1] }),
    name: ShownName({
      description: 'The name of the key or the user.',
      examples: ['Adoption site'],
    }),
    kind: Type.Optional(Type.Unsafe<KeyKind>({ $ref: 'KeyKind#' })),
    email: Type.Optional(Type.String({ description: 'The email address of the user.' })),
    role: Type.Optional(Type.Unsafe<Role>({ $ref: 'Role#' })),
    scopes: Type.Array(Type.Unsafe<Scope>({ $ref: 'Scope#' }), {
      maxItems: scopes.length,
      description: 'The permissions of the caller.',
    }),
    rights: Type.Optional(
      Type.Array(Type.Unsafe<Right>(Type.Enum([...rights])), {
        maxItems: rights.length,
        description:
          "What the user's role permits besides its scopes: deleting animals, erasing customers, exporting. Absent " +
          'for a key, which can do everything that its scopes allow.',
      }),
    ),
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
            'The account that the caller belongs to. Its keys and members share its limits. Absent for staff, who ' +
            'belong to none, and for a publishable key, which everybody can see.',
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
  {
    $id: 'Me',
    description: 'The caller, as identified by the API key or the session.',
    examples: [
      {
        type: 'key',
        id: 1,
        name: 'Adoption site',
        kind: 'secret',
        scopes: ['pets:read', 'orders:read', 'orders:write'],
        account: { id: 1, name: 'Paws and Whiskers', plan: 'pro' },
        environment: 'production',
      },
    ],
  },
)
export type Me = Static<typeof Me>
