import { type Static, Type } from 'typebox'
import { petId, petName } from '../../people/personal-data/person.ts'
import { MAX_LISTED, type PersonalData } from '../../people/personal-data/personal-data.ts'
import { Int64 } from '../../platform/http/int64.ts'
import { Fee, type Order, type OrderStatus, openStatuses } from './order.ts'
import { listOrdersOf } from './order-lists.repository.ts'

const time = (description: string) => Type.String({ format: 'date-time', description })

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

/** Customers. */
export const customerData: PersonalData = {
  list: async (query, of) =>
    (await listOrdersOf(query, of)).map(({ order }) => {
      const { id, petId, customer, createdAt } = order
      return { exported: order, details: { id, petId, contact: customer, createdAt, summary: summaryOf(order) } }
    }),
  exported: Type.Array(Type.Unsafe<Order>({ $ref: 'Order#' }), { maxItems: MAX_LISTED }),
  cases: {
    kind: 'order',
    streams: [
      { table: 'orders', prefix: 'customer', account: 'owner_account_id' },
      // Orders that it placed for animals of others.
      { table: 'orders', prefix: 'customer', account: 'account_id', otherAccount: 'owner_account_id' },
    ],
    openStatuses,
    schemas: {
      count: Type.Integer({ description: 'Number of orders.', examples: [1] }),
      details: Type.Array(PersonOrder, { maxItems: MAX_LISTED, description: 'Newest first, at most 200.' }),
      erased: Type.Integer({ description: 'Number of orders whose customer was erased.' }),
      remaining: Type.Array(Int64({ description: 'Identifier of an order.' }), {
        description:
          'Orders that you placed for animals of other accounts, at most 200. Only those accounts can erase their customers.',
      }),
    },
    example: {
      id: 1,
      petId: 1,
      petName: 'Biscuit',
      status: 'placed',
      createdAt: '2026-11-20T09:30:00.000Z',
      updatedAt: '2026-11-20T09:30:00.000Z',
    },
  },
}

const summaryOf = ({
  id,
  petId,
  status,
  applicationId,
  fee,
  returnReason,
  createdAt,
  updatedAt,
}: Order): Static<typeof PersonOrder> => ({
  id,
  petId,
  status,
  ...(applicationId !== undefined && { applicationId }),
  ...(fee && { fee }),
  ...(returnReason !== undefined && { returnReason }),
  createdAt,
  updatedAt,
})
