import { type Static, Type } from 'typebox'
import type { PetStatus } from '../../animals/pets/pet.ts'
import { currencyRule, feeFields, isCurrency } from '../../animals/profiles/fee.ts'
import { Email, Phone } from '../../platform/http/contact.ts'
import type { Fault } from '../../platform/http/http-error.ts'
import { Int64 } from '../../platform/http/int64.ts'
import { editJson } from '../../platform/http/json.ts'
import { Lines } from '../../platform/http/lines.ts'
import { Name } from '../../platform/http/name.ts'
import type { Partly } from '../../requests/api/operation.ts'

export const orderStatuses = ['placed', 'approved', 'delivered', 'returned', 'cancelled', 'expired'] as const

export const OrderStatus = Type.Unsafe<(typeof orderStatuses)[number]>(
  Type.Enum([...orderStatuses], { $id: 'OrderStatus', description: 'Status of an order.' }),
)
export type OrderStatus = Static<typeof OrderStatus>

/** The next statuses from each status. */
export const orderMoves = {
  placed: ['approved', 'cancelled', 'expired'],
  approved: ['delivered', 'cancelled', 'expired'],
  delivered: ['returned'],
  returned: [],
  cancelled: [],
  expired: [],
} as const satisfies Record<OrderStatus, readonly OrderStatus[]>

/** The status of the animal after a step of its order. */
export const petStatusAfter = {
  placed: 'pending',
  approved: 'pending',
  delivered: 'sold',
  returned: 'available',
  cancelled: 'available',
  expired: 'available',
} as const satisfies Record<OrderStatus, PetStatus>

/** While an order is open, it determines the status of its animal. */
export const openStatuses = ['placed', 'approved'] as const satisfies readonly OrderStatus[]

export const isOpen = (status: OrderStatus): boolean => openStatuses.some((open) => open === status)

/** The adopter. Absent once erased. */
export const Customer = Type.Object(
  {
    name: Name({ description: 'Name of the customer.', examples: ['Ada Lovelace'] }),
    email: Email({ description: 'An email address.', examples: ['ada@example.org'] }),
    phone: Type.Optional(Phone({ description: 'A telephone number.', examples: ['+44 20 7946 0000'] })),
  },
  {
    $id: 'Customer',
    additionalProperties: false,
    description: 'The adopter.',
  },
)
export type Customer = Static<typeof Customer>

const customerReference = Type.Unsafe<Customer>({ $ref: 'Customer#' })
const statusReference = Type.Unsafe<OrderStatus>({ $ref: 'OrderStatus#' })

const note = Lines(1_000, 'A note, at most 1,000 characters.')

export const Fee = Type.Object(feeFields, {
  additionalProperties: false,
  description: 'The amount that the adopter pays.',
})
export type Fee = Static<typeof Fee>

const returnReason = Lines(1_000, 'Why the animal came back, at most 1,000 characters.')

const petId = Int64({ description: 'The animal.', examples: [1] })

export const NewOrder = Type.Object(
  {
    petId,
    customer: customerReference,
    note: Type.Optional(note),
    fee: Type.Optional(
      Type.Object(feeFields, {
        additionalProperties: false,
        description: 'The amount that the adopter pays. Only for an animal of your own account.',
      }),
    ),
  },
  { $id: 'NewOrder', additionalProperties: false, description: 'An order to place.' },
)
export type NewOrder = Static<typeof NewOrder>

export const OrderPatch = Type.Object(
  {
    status: Type.Optional(statusReference),
    note: Type.Optional(Type.Union([note, Type.Null()])),
    fee: Type.Optional(Type.Union([Fee, Type.Null()])),
    returnReason: Type.Optional(Type.Union([returnReason, Type.Null()])),
  },
  {
    $id: 'OrderPatch',
    additionalProperties: false,
    description: 'Changes to an order (RFC 7396). `null` removes a field.',
  },
)
export type OrderPatch = Static<typeof OrderPatch>

/** The schema only checks the format of a currency. */
export const feeIssues = ({ fee }: Pick<Partly<OrderPatch>, 'fee'>): Fault[] =>
  fee?.currency === undefined || isCurrency(fee.currency)
    ? []
    : [{ field: 'fee.currency', code: 'invalid_value', message: currencyRule }]

const time = (description: string) => Type.String({ format: 'date-time', description })

/** The proof of a contract that was signed. */
export const SignedContract = Type.Object(
  {
    sha256: Type.String({
      description: 'The SHA-256 of the contract as HTML (UTF-8), in hexadecimal.',
      examples: ['3f9a'.repeat(16)],
    }),
    signedAt: time('When the animal was handed over.'),
    templateVersion: Type.String({
      description: 'When the template was last changed, or the version of the default text.',
      examples: ['2026-11-20T09:30:00.000Z'],
    }),
  },
  {
    $id: 'SignedContract',
    description: 'Identifies the contract stored at the hand-over. It remains when the contract itself is erased.',
  },
)
export type SignedContract = Static<typeof SignedContract>

/** An order as shown. */
export const Order = Type.Object(
  {
    id: Int64({ examples: [1] }),
    petId,
    status: statusReference,
    customer: Type.Optional(customerReference),
    note: Type.Optional(note),
    applicationId: Type.Optional(Int64({ description: 'The application whose approval placed it.' })),
    fee: Type.Optional(Fee),
    returnReason: Type.Optional(returnReason),
    petUnpublished: Type.Optional(
      // `const` does not exist in OpenAPI 3.0.
      Type.Unsafe<true>({
        type: 'boolean',
        enum: [true],
        description: 'The return unpublished the animal. Publish it again when somebody has checked on it.',
      }),
    ),
    contract: Type.Optional(Type.Unsafe<SignedContract>({ $ref: 'SignedContract#' })),
    expiresAt: Type.Optional(time('When it expires, while it is placed.')),
    createdAt: time('When it was placed (RFC 3339, UTC).'),
    updatedAt: time('When it last changed.'),
  },
  {
    $id: 'Order',
    description:
      'An order for an animal. `customer`, `note` and `returnReason` are absent once erased, and without `orders:read`.',
    examples: [
      {
        id: 1,
        petId: 1,
        status: 'placed',
        customer: { name: 'Ada Lovelace', email: 'ada@example.org' },
        expiresAt: '2026-11-23T09:30:00.000Z',
        createdAt: '2026-11-20T09:30:00.000Z',
        updatedAt: '2026-11-20T09:30:00.000Z',
      },
    ],
  },
)
export type Order = Static<typeof Order>

/** The fields besides the status that a patch may change. */
export type OrderDetails = Pick<Order, 'note' | 'fee' | 'returnReason'>

export const detailsOf = ({ note, fee, returnReason }: Order): OrderDetails => ({
  ...(note !== undefined && { note }),
  ...(fee && { fee }),
  ...(returnReason !== undefined && { returnReason }),
})

/** Applies a patch to the details; `null` removes one (RFC 7396). */
export const patchedDetails = (order: Order, { status: _status, ...patch }: OrderPatch): OrderDetails =>
  Object.fromEntries(Object.entries({ ...detailsOf(order), ...patch }).filter(([, value]) => value != null))

/** An order as stored, with the accounts that may see it, which are not shown. */
export type OwnedOrder = { order: Order } & OrderSides

/** The accounts that may see an order. */
export type OrderSides = {
  /** The account that placed it. */
  placedBy: bigint
  /** The account that owns its animal. */
  ownerId: bigint
}

/** The filters of a list of orders. */
export type OrderFilter = {
  status?: OrderStatus
  petId?: bigint
  /** Part of the customer's name or email address, or of the animal's name; or either's id. */
  q?: string
  /** Only placed orders that expire by then. */
  expiresByMs?: number
}

export const orderSorts = ['id', '-id'] as const
export type OrderSort = (typeof orderSorts)[number]

export type OrderChange =
  | ({ kind: 'order placed'; after: Order } & OrderSides)
  | ({ kind: 'order changed'; before: Order; after: Order } & OrderSides)
  | ({ kind: 'order step undone'; before: Order; after: Order } & OrderSides)
  /** From its events up to that place they are erased already. */
  | { kind: 'customer erased'; orderId: bigint; eventsAfter: bigint }

export const orderLocation = (id: bigint): string => `/v1/store/orders/${id}`

/** The fields with personal data. */
export const customerFields = ['customer', 'note', 'returnReason'] as const

/** Removes the personal data. */
export const anonymous = (order: Order): Order => {
  const { customer: _customer, note: _note, returnReason: _reason, ...rest } = order
  return rest
}

/** Removes the personal data from stored JSON. */
export const withoutCustomer = (json: string): string =>
  editJson(json, (order) => {
    for (const field of customerFields) delete order[field]
  })
