import { Type } from 'typebox'
import { Int64 } from '../../platform/http/int64.ts'
import { stringifyJson } from '../../platform/http/json.ts'
import { type Operation, operation } from '../../requests/api/operation.ts'
import { idPageParameters, listPage } from '../../requests/api/page.ts'
import { resource } from '../../requests/api/reply.ts'
import { linkHeaders } from '../../requests/api/responses.ts'
import type { Idempotency } from '../../requests/idempotency/idempotency.service.ts'
import { Form, type FormChange, FormState, formIssues, NewForm, NewQuestion, Question, QuestionKind } from './form.ts'
import type { FormsService } from './forms.service.ts'

type Deps = { forms: FormsService; idempotency: Idempotency<FormChange> }

const ListForms = Type.Object(idPageParameters, { additionalProperties: false })

const FormPath = Type.Object(
  { formId: Int64({ description: 'Identifier of the form.' }) },
  { 'x-not-found': 'form_not_found' },
)

const GetForm = Type.Object(
  {
    version: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 2_147_483_647,
        description: 'The version. If omitted, the latest.',
      }),
    ),
  },
  { additionalProperties: false },
)

export const formSchemas = [QuestionKind, FormState, Question, NewQuestion, NewForm, Form]

const shared = { tag: 'Applications', stability: 'stable' } as const

/** The request body of the code samples. */
const dogForm = {
  name: 'Dogs',
  questions: [
    {
      id: 'home',
      label: 'What is your home like?',
      kind: 'choice',
      required: true,
      options: ['House', 'Flat'],
    },
  ],
}

export const formOperations = ({ forms, idempotency }: Deps): Operation[] => [
  operation({
    ...shared,
    id: 'listForms',
    method: 'GET',
    path: '/forms',
    summary: 'List forms',
    description:
      'Returns a page of the forms of your account and of those shared by all accounts, ordered by id. Forms are ' +
      'public, so any key can read them. Drafts are listed only for keys with a scope for applications.',
    query: ListForms,
    requestHeaders: ['Prefer'],
    returns: {
      200: { description: 'A page of forms.', schema: Type.Array(Form), headers: linkHeaders },
    },
    errors: ['invalid_cursor'],
    example: {
      client: `for await (const { id, name } of store.forms.list()) console.log(id, name)`,
    },
    handle: (call) =>
      listPage(call, {
        list: 'forms',
        path: '/v1/forms',
        read: (page) => forms.list(call.caller, page),
        count: () => forms.count(call.caller),
      }),
  }),

  operation({
    ...shared,
    id: 'createForm',
    method: 'POST',
    path: '/forms',
    summary: 'Create a form',
    description:
      'An account can have 20 forms. Without `state`, the form is in use immediately. Applicants for an animal get ' +
      'the newest form in use for its species, or else the one shared by all accounts.',
    scope: 'applications:write',
    body: NewForm,
    bodyIssues: ({ questions }) => (questions ? formIssues({ questions }) : []),
    requestHeaders: ['Idempotency-Key'],
    returns: { 201: { description: 'The new form.', schema: Form } },
    example: {
      body: dogForm,
      client: `const form = await store.forms.create({\n  name: 'Dogs',\n  questions: [\n    {\n      id: 'home',\n      label: 'What is your home like?',\n      kind: 'choice',\n      required: true,\n      options: ['House', 'Flat'],\n    },\n  ],\n})\nconsole.log(form.id)`,
    },
    handle: (call) =>
      idempotency.once(call, call.caller, async (trx) => {
        const form = await forms.create(trx, call.caller, call.body)
        return { status: 201, location: `/v1/forms/${form.id}`, body: stringifyJson(form) }
      }),
  }),

  operation({
    ...shared,
    id: 'getForm',
    method: 'GET',
    path: '/forms/{formId}',
    summary: 'Get a form',
    description:
      'Returns the latest version of a form with its questions, or an earlier one for keys with a scope for applications.',
    params: FormPath,
    query: GetForm,
    returns: { 200: { description: 'The form.', schema: Form } },
    errors: ['form_not_found'],
    example: {
      path: { formId: '1' },
      client: `const form = await store.forms.get(1)\nfor (const { label } of form.questions) console.log(label)`,
    },
    handle: async ({ caller, params, query: { version } }) =>
      resource(await forms.get(caller, params.formId, version === undefined ? undefined : BigInt(version))),
  }),

  operation({
    ...shared,
    id: 'putForm',
    method: 'PUT',
    path: '/forms/{formId}',
    summary: 'Change a form',
    description:
      'Replaces the name and the questions. `state` and `species` stay unchanged if omitted, and changing only these ' +
      'creates no new version. The last 100 versions are stored, and every version that has applications: an ' +
      'application shows the questions as they were when it was sent. Only staff of the store can change the form ' +
      'shared by all accounts.',
    scope: 'applications:write',
    params: FormPath,
    body: NewForm,
    bodyIssues: ({ questions }) => (questions ? formIssues({ questions }) : []),
    requestHeaders: ['If-Match'],
    returns: { 200: { description: 'The new version.', schema: Form } },
    errors: ['form_not_found', 'not_owner', 'precondition_failed'],
    example: {
      path: { formId: '2' },
      body: dogForm,
      client: `const { questions } = await store.forms.get(2)\nawait store.forms.put(2, { name: 'Dogs', questions: questions.slice(0, 5) })`,
    },
    handle: async (call) => resource(await forms.put(call, call.params.formId, call.body, call.headers['if-match'])),
  }),
]
