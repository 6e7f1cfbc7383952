import { type TSchema, Type } from 'typebox'
import type { NewAuditEntry } from '../../accounts/audit/audit-entry.ts'
import type { NoteRead } from '../../accounts/audit/audit-reads.ts'
import { mergePatch } from '../../platform/http/body.ts'
import { etagOf } from '../../platform/http/etag.ts'
import { Int64 } from '../../platform/http/int64.ts'
import { stringifyJson } from '../../platform/http/json.ts'
import { findPreferred } from '../../platform/language.ts'
import type { Caller } from '../../requests/access/caller.ts'
import { type Call, type Operation, operation } from '../../requests/api/operation.ts'
import { listPage } from '../../requests/api/page.ts'
import { noContent, type Reply, resource } from '../../requests/api/reply.ts'
import { linkHeaders } from '../../requests/api/responses.ts'
import type { Idempotency } from '../../requests/idempotency/idempotency.service.ts'
import { feeIssues, Order, orderLocation, withoutCustomer } from '../orders/order.ts'
import type { ApplicantErasure } from './applicant-erasure.service.ts'
import type { ExportApplicant } from './applicant-export.service.ts'
import {
  Application,
  type ApplicationFilter,
  ApplicationPatch,
  Approval,
  applicationLocation,
  NewApplication,
  SubmittedApplication,
  withoutApplicant,
} from './application.ts'
import { filterOf, ListApplications, parametersOf } from './application-query.ts'
import type { ApplicationsService, ApprovalChanges } from './applications.service.ts'
import type { Source, SubmissionsService } from './submissions.service.ts'

type Deps = {
  applications: ApplicationsService
  submissions: SubmissionsService
  exportApplicant: ExportApplicant
  exportSchema: TSchema
  applicantErasure: Pick<ApplicantErasure, 'erase'>
  idempotency: Idempotency<ApprovalChanges>
  /** Reads are logged, as applications have personal data. */
  noteRead: NoteRead
}

const ApplicationPath = Type.Object(
  { applicationId: Int64({ description: 'Identifier of the application.' }) },
  { 'x-not-found': 'application_not_found' },
)

const shared = { tag: 'Applications', stability: 'stable' } as const

export const applicationOperations = ({
  applications,
  submissions,
  exportApplicant,
  exportSchema,
  applicantErasure,
  idempotency,
  noteRead,
}: Deps): Operation[] => [
  operation({
    ...shared,
    id: 'submitApplication',
    method: 'POST',
    path: '/applications',
    summary: 'Send an application',
    description:
      'Sends an application for an animal or, without `petId`, for any animal of your account. The answers are checked ' +
      "against the form, which must belong to the animal's account or be shared by all accounts. Only that account can see " +
      'the application; the applicant can follow it at `statusUrl`. One email address can send 5 applications a day; with ' +
      'a publishable key, one IP address can send 60 an hour (an IPv6 /56 four times and a /48 sixteen times as many). ' +
      'Further ones get `too_many_applications`, which does not count as a strike. A publishable key can only apply for ' +
      'published animals. A secret key cannot apply for an animal of a suspended account, or for one of another account ' +
      'that has a profile and is not published (`pet_not_available`). Mail to the applicant is in the language that `Accept-Language` prefers, or else in that of the ' +
      'organization’s country.',
    scope: 'applications:create',
    body: NewApplication,
    requestHeaders: ['Accept-Language', 'Idempotency-Key'],
    returns: { 201: { description: 'The application.', schema: SubmittedApplication } },
    errors: ['account_unreviewed', 'pet_not_found', 'pet_not_available', 'form_not_found', 'too_many_applications'],
    example: {
      body: {
        petId: 1,
        formId: 1,
        applicant: { name: 'Ada Lovelace', email: 'ada@example.org' },
        answers: { garden: true },
      },
      client: `const { statusUrl } = await store.applications.submit({\n  petId: 1,\n  formId: 1,\n  applicant: { name: 'Ada Lovelace', email: 'ada@example.org' },\n  answers: { garden: true },\n})\nconsole.log(statusUrl)`,
    },
    handle: async (call) => {
      const reply = await idempotency.onceAfter(
        call,
        call.caller,
        () => submissions.check(sourceOf(call), call.body),
        async (trx, checked) => {
          const { application, isMailHeld } = await submissions.submit(trx, checked)
          const { id, status } = application
          const submitted = { id, status, ...(isMailHeld && { mailStatus: 'held' }) }
          return { status: 201, location: applicationLocation(id), body: stringifyJson(submitted) }
        },
      )
      return withStatusUrl(reply, await submissions.statusPath(idIn(reply)), call.origin)
    },
  }),

  operation({
    ...shared,
    id: 'listApplications',
    method: 'GET',
    path: '/applications',
    summary: 'List applications',
    description: "Returns a page of the applications for your account's animals, without questions, answers and notes.",
    scope: 'applications:read',
    query: ListApplications,
    requestHeaders: ['Prefer'],
    returns: {
      200: {
        description: 'A page of applications.',
        schema: Type.Array(Application),
        headers: linkHeaders,
      },
    },
    errors: ['invalid_cursor'],
    example: {
      query: { status: 'submitted' },
      client: `for await (const { id, applicant } of store.applications.list({ status: ['submitted'] })) {\n  console.log(id, applicant?.name)\n}`,
    },
    handle: (call) => {
      const filter = filterOf(call.query)
      const parameters = parametersOf(call.query)
      const descending = call.query.sort === '-id'
      noteRead(call.author, listEntry(call.caller, filter))
      return listPage(call, {
        list: `applications ${JSON.stringify(parameters)}`,
        path: '/v1/applications',
        parameters,
        read: (page) => applications.list(call.caller, { filter, descending, ...page }),
        count: () => applications.count(call.caller, filter),
      })
    },
  }),

  operation({
    ...shared,
    id: 'getApplication',
    method: 'GET',
    path: '/applications/{applicationId}',
    summary: 'Get an application',
    description: 'Returns the answers, the status and the notes of an application.',
    scope: 'applications:read',
    params: ApplicationPath,
    returns: { 200: { description: 'The application.', schema: Application } },
    errors: ['application_not_found'],
    example: {
      path: { applicationId: '1' },
      client: `const { questions, answers } = await store.applications.get(1)\nfor (const { id, label } of questions ?? []) console.log(label, answers?.[id])`,
    },
    handle: async ({ caller, author, params: { applicationId } }) => {
      const application = await applications.find(caller, applicationId)
      noteRead(author, entryOf('application.read', applicationId))
      return resource(application)
    },
  }),

  operation({
    ...shared,
    id: 'updateApplication',
    method: 'PATCH',
    path: '/applications/{applicationId}',
    summary: 'Update an application',
    description:
      'Status transitions: `submitted` to `inReview`, from there to `meetAndGreet`, `homeVisit` and `referenceCheck` in ' +
      'any order; any open status to `declined` or `withdrawn`. An application becomes `approved` only by the approval ' +
      'operation. A closed application cannot be changed.',
    scope: 'applications:write',
    params: ApplicationPath,
    body: ApplicationPatch,
    mediaTypes: mergePatch,
    requestHeaders: ['If-Match'],
    returns: { 200: { description: 'The updated application.', schema: Application } },
    errors: ['application_not_found', 'invalid_transition', 'precondition_failed'],
    example: {
      path: { applicationId: '1' },
      body: { status: 'inReview', note: 'Call on Monday.' },
      client: `await store.applications.update(1, { status: 'inReview', note: 'Call on Monday.' })`,
    },
    handle: async (call) => {
      const { applicationId } = call.params
      const shown = shownTo(call.caller)
      const { application, isChanged } = await applications.update(call, applicationId, call.body, {
        ifMatch: call.headers['if-match'],
        shown,
      })
      const visible = shown(application)
      // A change is logged by itself; a request that changes nothing counts as a read.
      if (!isChanged && visible === application) {
        noteRead(call.author, entryOf('application.read', applicationId))
      }
      return resource(visible)
    },
  }),

  operation({
    ...shared,
    id: 'approveApplication',
    method: 'POST',
    path: '/applications/{applicationId}/approve',
    summary: 'Approve an application',
    description:
      'Places the order for the animal and approves it, in the same transaction: if several approvals compete for an animal, exactly one ' +
      'succeeds. With `closeOthers`, all other open applications for the animal are declined: 25 in the same transaction, and ' +
      'the rest shortly after. Nobody can change these in the meantime (`invalid_transition`).',
    scope: 'applications:write',
    params: ApplicationPath,
    body: Approval,
    bodyIssues: feeIssues,
    isBodyOptional: true,
    requestHeaders: ['Idempotency-Key'],
    returns: { 201: { description: 'The order.', schema: Order } },
    errors: ['application_not_found', 'invalid_transition', 'pet_not_found', 'pet_not_available'],
    example: {
      path: { applicationId: '1' },
      body: { closeOthers: true },
      client: `const order = await store.applications.approve(1, { closeOthers: true })\nconsole.log(order.id)`,
    },
    handle: async (call) => {
      const { caller, params, body } = call
      let isPlaced = false
      const reply = await idempotency.onceAfter(
        call,
        caller,
        () => applications.checkApproval(caller, params.applicationId),
        async (trx) => {
          const order = await applications.approve(trx, call, params.applicationId, body)
          isPlaced = true
          return { status: 201, location: orderLocation(order.id), body: stringifyJson(order) }
        },
      )
      const mayRead = caller.scopes.has('applications:read') || caller.scopes.has('orders:read')
      if (!mayRead) return withBody(reply, withoutCustomer(String(reply.body)))
      // A repeated request shows the applicant once more.
      if (!isPlaced) noteRead(call.author, entryOf('application.read', params.applicationId))
      return reply
    },
  }),

  operation({
    ...shared,
    id: 'eraseApplicant',
    right: 'customers:erase',
    method: 'DELETE',
    path: '/applications/{applicationId}/applicant',
    summary: 'Erase an applicant',
    description:
      'Removes the name, email address, telephone number, answers and note from the application. Its secret link ' +
      'then says that it was erased. Also removes the customer from the order placed by its approval, and the data ' +
      'from past events, from responses stored for an `Idempotency-Key` and from webhook payloads not yet sent.',
    scope: 'applications:write',
    params: ApplicationPath,
    requestHeaders: ['If-Match'],
    returns: { 204: { description: 'The applicant is erased.' } },
    errors: ['application_not_found', 'precondition_failed'],
    example: {
      path: { applicationId: '1' },
      client: `await store.applications.eraseApplicant(1)`,
    },
    handle: async (call) => {
      const precondition = { ifMatch: call.headers['if-match'], shown: shownTo(call.caller) }
      await applicantErasure.erase(call, call.params.applicationId, precondition)
      return noContent
    },
  }),

  operation({
    ...shared,
    id: 'exportApplicant',
    right: 'data:export',
    method: 'GET',
    path: '/applications/{applicationId}/export',
    summary: "Export an applicant's data",
    description:
      'Returns all data that your account has about the person who sent this application: applications and orders, ' +
      'matched by email address.',
    scope: 'applications:read',
    params: ApplicationPath,
    returns: { 200: { description: "The person's data.", schema: exportSchema } },
    errors: ['application_not_found'],
    example: {
      path: { applicationId: '1' },
      client: `const { applications, orders } = await store.applications.export(1)\nconsole.log(applications.length, orders.length)`,
    },
    handle: async ({ caller, author, params: { applicationId } }) => {
      const exported = await exportApplicant(caller, applicationId)
      noteRead(author, entryOf('application.export', applicationId))
      return { ...resource(exported), noStore: true }
    },
  }),
]

/** Anybody can use a publishable key, so its requests come from visitors. */
const sourceOf = ({ caller, address, headers }: Pick<Call, 'caller' | 'address' | 'headers'>): Source => ({
  accountId: caller.accountId,
  actsForStore: caller.actsForStore,
  address,
  isVisitor: caller.kind === 'publishable',
  language: findPreferred(headers['accept-language']),
})

/** A key that may change applications may still not be allowed to read the applicant. */
const shownTo =
  ({ scopes }: Caller) =>
  (application: Application): Application =>
    scopes.has('applications:read') ? application : withoutApplicant(application)

/** The id of the application in a stored response. */
const idIn = ({ headers = [] }: Reply): bigint => {
  const location = headers[headers.indexOf('location') + 1] ?? ''
  return BigInt(location.slice(location.lastIndexOf('/') + 1))
}

/**
 * The link is a secret and is not stored with the response, so it is derived again for each one.
 */
const withStatusUrl = (reply: Reply, path: string | undefined, origin: string): Reply => {
  if (path === undefined) return { ...reply, noStore: true }
  const body = String(reply.body).replace(/\}$/, () => `,"statusUrl":${JSON.stringify(origin + path)}}`)
  return { ...withBody(reply, body), noStore: true }
}

const withBody = (reply: Reply, body: string): Reply => ({ ...reply, body, etag: etagOf(body) })

const entryOf = (action: 'application.read' | 'application.export', id: bigint): NewAuditEntry => ({
  action,
  target: { type: 'application', id },
})

/** The audit entry of a list: for an animal, or for an account. */
const listEntry = ({ accountId }: Caller, { petId }: ApplicationFilter): NewAuditEntry => ({
  action: 'application.list',
  target: petId === undefined ? { type: 'account', id: accountId } : { type: 'pet', id: petId },
})
