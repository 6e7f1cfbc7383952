import { type Static, type TSchema, Type } from 'typebox'
import type { NoteRead } from '../../accounts/audit/audit-reads.ts'
import { checkIfMatch } from '../../platform/http/etag.ts'
import { Line } from '../../platform/http/lines.ts'
import { foldText } from '../../platform/search-text.ts'
import { type Call, type Operation, operation } from '../../requests/api/operation.ts'
import {
  nextHeaders,
  pageParameters,
  readPlace,
  totalHeaders,
  wantsTotalCount,
  writePlace,
} from '../../requests/api/page.ts'
import { json, type Reply, resource } from '../../requests/api/reply.ts'
import { linkHeaders } from '../../requests/api/responses.ts'
import type { PeopleService } from './people.service.ts'
import type { PersonSchemas } from './person.ts'
import type { PersonErasure } from './person-erasure.service.ts'

type Deps = {
  schemas: Omit<PersonSchemas, 'ApplicantExport'>
  exportSchema: TSchema
  people: PeopleService
  erasePerson: PersonErasure
  /** Reads are logged, as people are personal data. */
  noteRead: NoteRead
}

const ListPeople = Type.Object(
  {
    ...pageParameters,
    q: Type.Optional(
      Line(100, {
        description: 'Only people whose name or email address contains each of these words, ignoring case and accents.',
        examples: ['lovelace'],
      }),
    ),
  },
  { additionalProperties: false },
)
type ListPeople = Static<typeof ListPeople>

const PersonPath = Type.Object(
  { personId: Type.String({ description: 'Identifier of the person.' }) },
  { 'x-not-found': 'person_not_found' },
)

const shared = { tag: 'People', stability: 'beta' } as const
const read = { scope: 'applications:read', alsoScope: 'orders:read' } as const

/** Adopters by email address. */
export const peopleOperations = ({ schemas, exportSchema, people, erasePerson, noteRead }: Deps): Operation[] => [
  operation({
    ...shared,
    ...read,
    id: 'listPeople',
    method: 'GET',
    path: '/people',
    summary: 'List people',
    description:
      'Returns a page of the people behind the applications and orders that your account can see, one for each email ' +
      'address, last seen first. Requires `applications:read` and `orders:read`.',
    query: ListPeople,
    requestHeaders: ['Prefer'],
    returns: {
      200: { description: 'A page of people.', schema: Type.Array(schemas.Person), headers: linkHeaders },
    },
    errors: ['invalid_cursor'],
    example: {
      query: { q: 'lovelace' },
      client: `for await (const { id, name, email } of store.people.list({ q: 'lovelace' })) console.log(id, name, email)`,
    },
    handle: (call) => {
      noteRead(call.author, {
        action: 'person.list',
        target: { type: 'account', id: call.caller.accountId },
      })
      return listReply(people, call)
    },
  }),

  operation({
    ...shared,
    ...read,
    id: 'getPerson',
    method: 'GET',
    path: '/people/{personId}',
    summary: 'Get a person',
    description:
      'Returns all applications and orders of a person that your account can see. Requires `applications:read` and ' +
      '`orders:read`.',
    params: PersonPath,
    returns: { 200: { description: 'The person.', schema: schemas.PersonDetails } },
    errors: ['person_not_found'],
    example: {
      path: { personId: 'per_x' },
      client: `const { applications, orders } = await store.people.get('per_x')\nconsole.log(applications.length, orders.length)`,
    },
    handle: async ({ caller, author, params: { personId } }) => {
      const { person, trace } = await people.find(caller, personId)
      noteRead(author, { action: 'person.read', target: trace })
      return resource(person)
    },
  }),

  operation({
    ...shared,
    ...read,
    id: 'exportPerson',
    right: 'data:export',
    method: 'GET',
    path: '/people/{personId}/export',
    summary: "Export a person's data",
    description: 'Returns all data that your account has about a person: applications with their answers, and orders.',
    params: PersonPath,
    returns: { 200: { description: "The person's data.", schema: exportSchema } },
    errors: ['person_not_found'],
    example: {
      path: { personId: 'per_x' },
      client: `const { applications, orders } = await store.people.export('per_x')\nconsole.log(applications.length, orders.length)`,
    },
    handle: async ({ caller, author, params: { personId } }) => {
      const { exported, trace } = await people.export(caller, personId)
      noteRead(author, { action: 'person.export', target: trace })
      return { ...resource(exported), noStore: true }
    },
  }),

  operation({
    ...shared,
    scope: 'applications:write',
    alsoScope: 'orders:write',
    id: 'erasePerson',
    right: 'customers:erase',
    method: 'DELETE',
    path: '/people/{personId}',
    summary: 'Erase a person',
    description:
      'Erases the applicant of each of the person’s applications to your account and the customer of each order for its ' +
      'animals, as `DELETE /v1/applications/{applicationId}/applicant` and `DELETE /v1/store/orders/{orderId}/customer` do. ' +
      'Fails with `person_has_open_cases`, and erases nothing, while one of them is open. Large numbers are erased in ' +
      'batches: if it is interrupted, repeat it. Requires `applications:write` and `orders:write`.',
    params: PersonPath,
    requestHeaders: ['If-Match'],
    returns: { 200: { description: 'The numbers of erased records.', schema: schemas.ErasedPerson } },
    errors: ['person_not_found', 'not_owner', 'person_has_open_cases', 'precondition_failed'],
    example: { path: { personId: 'per_x' }, client: `await store.people.erase('per_x')` },
    handle: async (call) => {
      const { caller, headers, params } = call
      const ifMatch = headers['if-match']
      if (ifMatch !== undefined) {
        checkIfMatch(ifMatch, (await people.find(caller, params.personId)).person)
      }
      return resource(await erasePerson(call, params.personId))
    },
  }),
]

const listReply = async (people: PeopleService, call: Call<unknown, ListPeople>): Promise<Reply> => {
  const { limit = 20, cursor, q } = call.query
  const parameters = { ...(q !== undefined && { q }) }
  const list = `people ${JSON.stringify(parameters)}`
  // A text that folds to nothing occurs in no name.
  const folded = q === undefined ? undefined : foldText(q) || q
  const after = cursor === undefined ? undefined : readPlace(cursor, list)
  const page = await people.list(call.caller, { q: folded, after, limit })
  const total = wantsTotalCount(call) ? await people.count(call.caller, folded) : undefined
  const headers = total === undefined ? [] : totalHeaders(total)
  if (page.next) {
    const shown = { path: '/v1/people', limit, parameters }
    headers.push(...nextHeaders(call.origin, shown, writePlace(page.next, list)))
  }
  return json(call.write(page.people), { headers })
}
