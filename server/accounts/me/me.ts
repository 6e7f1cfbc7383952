import { type Static, Type } from 'typebox'
import { Int64 } from '../../platform/http/int64.ts'
import { ShownName } from '../../platform/http/name.ts'
import type { KeyKind } from '../../requests/access/key-kind.ts'
import { type Right, type Role, rights } from '../../requests/access/role.ts'
import { type Scope, scopes } from '../../requests/access/scope.ts'
import type { PlanName } from '../../requests/plans/plan.ts'

/** The environment of a server, which decides the keys that it accepts. */
export type Environment = 'production' | 'staging'

/** The shelter that the caller works for. */
export const Shelter = Type.Object(
  {
    id: Int64({ description: 'Identifier of its account.', examples: [1] }),
    name: ShownName({
      description: 'Its public name; the name of the account until it has public details.',
      examples: ['Paws and Whiskers'],
    }),
    country: Type.Optional(
      Type.String({
        description: 'The country of its address (ISO 3166-1 alpha-2).',
        examples: ['DE'],
      }),
    ),
    units: Type.Object(
      {
        weight: Type.Unsafe<'kg' | 'lb'>(Type.Enum(['kg', 'lb'], { description: 'Of animals.' })),
        distance: Type.Unsafe<'km' | 'mi'>(Type.Enum(['km', 'mi'])),
      },
      {
        description: 'The units of its country, in which pages show values. The API itself has grams and metres.',
      },
    ),
    timeZone: Type.String({
      description: 'The time zone (IANA) that most places of its country share; `UTC` if the country is not known.',
      examples: ['Europe/Berlin'],
    }),
  },
  {
    $id: 'Shelter',
    description:
      'The shelter that the caller works for: their own account, or for staff the oldest, to which belongs what they ' +
      'add. Absent for a publishable key.',
  },
)
export type Shelter = Static<typeof Shelter>

const shelterExample = {
  id: 1,
  name: 'Paws and Whiskers',
  country: 'DE',
  units: { weight: 'kg', distance: 'km' },
  timeZone: 'Europe/Berlin',
}

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
    shelter: Type.Optional(Type.Unsafe<Shelter>({ $ref: 'Shelter#' })),
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
        shelter: shelterExample,
        environment: 'production',
      },
    ],
  },
)
export type Me = Static<typeof Me>
