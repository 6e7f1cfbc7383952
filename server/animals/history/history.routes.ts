import { Type } from 'typebox'
import { Int64 } from '../../platform/http/int64.ts'
import type { HistoryActionTable } from '../../requests/api/history-action.ts'
import { type Operation, operation } from '../../requests/api/operation.ts'
import { listPage, pageParameters } from '../../requests/api/page.ts'
import { linkHeaders } from '../../requests/api/responses.ts'
import type { HistoryService } from './history.service.ts'
import { HistoryEntry, historyActionSchema } from './history.ts'

const PetPath = Type.Object(
  { petId: Int64({ description: 'Identifier of the animal.' }) },
  { 'x-not-found': 'pet_not_found' },
)

const ListHistory = Type.Object(pageParameters, { additionalProperties: false })

export const historySchemas = (actions: HistoryActionTable) => [historyActionSchema(actions), HistoryEntry]

export const historyOperations = ({ history }: { history: HistoryService }): Operation[] => [
  operation({
    id: 'listHistory',
    method: 'GET',
    path: '/pets/{petId}/history',
    tag: 'Profiles',
    stability: 'beta',
    summary: "List an animal's history",
    description:
      'Returns the history of an animal, newest first: who changed, published, reserved or adopted it, and when. It ' +
      'is stored as long as the animal. Changes of the same kind that one person or key makes within five minutes of each other, ' +
      'with nothing else between, are one entry. Only the account that the animal belongs to can see it; entries about orders need ' +
      '`orders:read`, and those about applications `applications:read`. It contains no data of adopters.',
    scope: 'pets:read',
    params: PetPath,
    query: ListHistory,
    requestHeaders: ['Prefer'],
    returns: {
      200: {
        description: 'A page of entries.',
        schema: Type.Array(HistoryEntry),
        headers: linkHeaders,
      },
    },
    errors: ['pet_not_found', 'not_owner', 'invalid_cursor'],
    example: {
      path: { petId: '1' },
      client: `for await (const { time, action, actor } of store.pets.history(1)) console.log(time, actor?.name, action)`,
    },
    handle: async (call) => {
      const { petId } = call.params
      await history.check(call.caller, petId)
      return listPage(call, {
        list: `history ${petId}`,
        path: `/v1/pets/${petId}/history`,
        read: ({ afterId: beforeId, limit }) => history.list(call.caller, petId, { beforeId, limit }),
        count: () => history.count(call.caller, petId),
      })
    },
  }),
]
