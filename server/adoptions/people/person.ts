import { type Static, Type } from 'typebox'
import { Int64 } from '../../platform/http/int64.ts'
import { ShownName } from '../../platform/http/name.ts'
import type { ApplicationStatus } from '../applications/application.ts'
import { Fee, type OrderStatus } from '../orders/order.ts'

const time = (description: string) => Type.String({ format: 'date-time', description })
const petId = Int64({ description: 'The animal.', examples: [1] })
const petName = Type.Optional(
  ShownName({
    description: 'The name of the animal; absent if it was removed, and without `pets:read`.',
    examples: ['Biscuit'],
  }),
)

const head = {
  id: Type.String({
    description: 'Identifies the person for as long as any of their data is stored. Opaque.',
    examples: ['per_WnR4dmRhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rh'],
  }),
  name: ShownName({
    description: 'Name in the newest application or order.',
    examples: ['Ada Lovelace'],
  }),
  email: Type.String({
    description: 'The email address as written there.',
    examples: ['ada@example.org'],
  }),
  phone: Type.Optional(
    Type.String({
      description: 'Telephone number, if it has one.',
      examples: ['+44 20 7946 0000'],
    }),
  ),
}
const tail = {
  firstSeenAt: time('When the first application was sent or order placed (RFC 3339, UTC).'),
  lastSeenAt: time('When the last application was sent or order placed.'),
}

const personExample = {
  id: 'per_WnR4dmRhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rh',
  name: 'Ada Lovelace',
  email: 'ada@example.org',
}
const seenExample = {
  firstSeenAt: '2026-11-20T09:30:00.000Z',
  lastSeenAt: '2026-11-20T09:30:00.000Z',
}
const changedExample = {
  createdAt: '2026-11-20T09:30:00.000Z',
  updatedAt: '2026-11-20T09:30:00.000Z',
}

/** A person in a list. */
export const Person = Type.Object(
  {
    ...head,
    applicationCount: Type.Integer({ description: 'Number of applications.', examples: [2] }),
    orderCount: Type.Integer({ description: 'Number of orders.', examples: [1] }),
    ...tail,
  },
  {
    $id: 'Person',
    description: 'A person who has applied or ordered, identified by email address, ignoring case.',
    examples: [{ ...personExample, applicationCount: 1, orderCount: 1, ...seenExample }],
  },
)
export type Person = Static<typeof Person>

const PersonApplication = Type.Object({
  id: Int64({ description: 'Identifier of the application.', examples: [1] }),
  petId: Type.Optional(petId),
  petName,
  status: Type.Unsafe<ApplicationStatus>({ $ref: 'ApplicationStatus#' }),
  createdAt: time('When it was sent.'),
  updatedAt: time('When it last changed.'),
  closedAt: Type.Optional(time('When it was approved, declined or withdrawn.')),
})
export type PersonApplication = Static<typeof PersonApplication>

const PersonOrder = Type.Object({
  id: Int64({ description: 'Identifier of the order.', examples: [1] }),
  petId,
  petName,
  status: Type.Unsafe<OrderStatus>({ $ref: 'OrderStatus#' }),
  applicationId: Type.Optional(Int64({ description: 'The application whose approval placed it.' })),
  fee: Type.Optional(Fee),
  returnReason: Type.Optional(Type.String({ description: 'Why the animal came back.' })),
  createdAt: time('When it was placed.'),
  updatedAt: time('When it last changed.'),
})
export type PersonOrder = Static<typeof PersonOrder>

export const PersonDetails = Type.Object(
  {
    ...head,
    names: Type.Array(Type.String(), {
      maxItems: 10,
      description: 'The names that the person has given, newest first, at most 10.',
      examples: [['Ada Lovelace', 'Ada Byron']],
    }),
    applications: Type.Array(PersonApplication, {
      maxItems: 200,
      description: 'Newest first, at most 200.',
    }),
    orders: Type.Array(PersonOrder, {
      maxItems: 200,
      description: 'Newest first, at most 200.',
    }),
    isComplete: Type.Boolean({
      description: 'Whether the lists contain all applications and orders.',
    }),
    ...tail,
  },
  {
    $id: 'PersonDetails',
    description: 'A person with all applications and orders.',
    examples: [
      {
        ...personExample,
        names: [personExample.name],
        applications: [
          {
            id: 1,
            petId: 1,
            petName: 'Biscuit',
            status: 'approved',
            ...changedExample,
            closedAt: '2026-11-20T09:30:00.000Z',
          },
        ],
        orders: [{ id: 1, petId: 1, petName: 'Biscuit', status: 'placed', ...changedExample }],
        isComplete: true,
        ...seenExample,
      },
    ],
  },
)
export type PersonDetails = Static<typeof PersonDetails>

export const ErasedPerson = Type.Object(
  {
    applications: Type.Integer({
      description: 'Number of applications whose applicant was erased.',
    }),
    orders: Type.Integer({ description: 'Number of orders whose customer was erased.' }),
    remainingOrders: Type.Array(Int64({ description: 'Identifier of an order.' }), {
      description:
        'Orders that you placed for animals of other accounts, at most 200. Only those accounts can erase their customers.',
    }),
    notedPets: Type.Array(Int64({ description: 'Identifier of an animal.' }), {
      description:
        "Animals whose notes contain the person's email address, at most 200. Notes are not erased: read them, and delete those that should go.",
    }),
  },
  {
    $id: 'ErasedPerson',
    description: 'The result of erasing a person.',
    examples: [{ applications: 1, orders: 1, remainingOrders: [], notedPets: [] }],
  },
)
export type ErasedPerson = Static<typeof ErasedPerson>

export const personSchemas = [Person, PersonDetails, ErasedPerson]
