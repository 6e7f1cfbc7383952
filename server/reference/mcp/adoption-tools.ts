import { Type } from 'typebox'
import { Approval, NewApplication } from '../../adoptions/applications/application.ts'
import { ListApplications } from '../../adoptions/applications/application-query.ts'
import { NewOrder, OrderStatus } from '../../adoptions/orders/order.ts'
import { Int64 } from '../../platform/http/int64.ts'
import { paged } from './public-tools.ts'
import type { Tool } from './tool.ts'
import { cursor, idempotencyKey, limit, petId, pick } from './tool-inputs.ts'

const applicationId = Int64({ description: 'The id of the application.', examples: [1] })

/** From an application to an order. The animal is handed over by people. */
export const adoptionTools: readonly Tool[] = [
  {
    name: 'list_forms',
    title: 'List application forms',
    description:
      'Lists the forms with which people apply for animals, with their questions. apply needs the id of one and answers ' +
      'to its questions.',
    scopes: ['applications:create'],
    input: { limit, cursor },
    async run(given, { get }) {
      const found = await get('/v1/forms', paged(given))
      return { forms: found.value, nextCursor: found.next }
    },
  },
  {
    name: 'apply',
    title: 'Apply for an animal',
    description:
      'Sends an application to adopt an animal, in the name of a person who has asked for it and has given these answers. ' +
      'Never make up an answer. The result has a secret link for the applicant, who gets mail.',
    scopes: ['applications:create'],
    isWrite: true,
    input: { ...NewApplication.properties, idempotencyKey },
    run: ({ idempotencyKey, ...body }, { send }) => send('POST', '/v1/applications', body, idempotencyKey),
  },
  {
    name: 'list_applications',
    title: 'List applications',
    description:
      'Lists the applications for the animals of your account: who applied for which animal, and how far it is. ' +
      'get_application returns the answers.',
    scopes: ['applications:read'],
    input: {
      ...pick(ListApplications.properties, ['status', 'petId', 'q', 'sort']),
      limit,
      cursor,
    },
    async run(given, { get }) {
      const found = await get('/v1/applications', paged(given))
      return { applications: found.value, nextCursor: found.next }
    },
  },
  {
    name: 'get_application',
    title: 'Get an application',
    description: 'Returns an application with its questions, answers and notes.',
    scopes: ['applications:read'],
    input: { applicationId },
    run: async (given, { get }) => (await get(`/v1/applications/${given.applicationId}`)).value,
  },
  {
    name: 'approve',
    title: 'Approve an application',
    description:
      'Approves an application: places and approves the order for its animal, which is then on hold, and notifies the ' +
      'applicant. This cannot be undone with a tool: ask a person first.',
    scopes: ['applications:write'],
    isWrite: true,
    isDestructive: true,
    input: { applicationId, ...Approval.properties, idempotencyKey },
    run: ({ applicationId, idempotencyKey, ...body }, { send }) =>
      send('POST', `/v1/applications/${applicationId}/approve`, body, idempotencyKey),
  },
  {
    name: 'place_order',
    title: 'Place an order',
    description:
      'Reserves an animal for a customer without an application. The animal is on hold until staff deliver or cancel the ' +
      'order, or it expires.',
    scopes: ['orders:write'],
    isWrite: true,
    input: { ...NewOrder.properties, idempotencyKey },
    run: ({ idempotencyKey, ...body }, { send }) => send('POST', '/v1/store/orders', body, idempotencyKey),
  },
  {
    name: 'list_orders',
    title: 'List orders',
    description: 'Lists the orders of your account and those for its animals, the oldest first.',
    scopes: ['orders:read'],
    input: {
      status: Type.Optional(Type.Unsafe({ ...OrderStatus, description: 'Only orders with this status.' })),
      petId: Type.Optional({ ...petId, description: 'Only orders for this animal.' }),
      limit,
      cursor,
    },
    async run(given, { get }) {
      const found = await get('/v1/store/orders', paged(given))
      return { orders: found.value, nextCursor: found.next }
    },
  },
]
