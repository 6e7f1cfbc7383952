import type { Int64 } from './exact-json.ts'
import type { CallOptions, ChangeOptions, ListOptions, PostOptions, ReadOptions } from './options.ts'
import { type List, list } from './page.ts'
import { inPath } from './request.ts'
import type { Call } from './response.ts'
import type {
  ApplicantExport,
  Application,
  ApplicationPatch,
  ApplicationQuery,
  Approval,
  Form,
  FormVersionQuery,
  NewApplication,
  NewForm,
  Order,
  PageQuery,
  SubmittedApplication,
} from './schemas.ts'
import type { Send } from './transport.ts'

/** Calls for adoption applications. */
export type ApplicationCalls = ReturnType<typeof applicationCalls>

export const applicationCalls = (send: Send) => ({
  /**
   * Sends an application for an animal. Throws `pet_not_found`, `pet_not_available`, `form_not_found`,
   * `validation_failed` with an issue for each invalid answer, `too_many_applications`.
   */
  submit: (application: NewApplication, options?: PostOptions): Call<SubmittedApplication> =>
    send(
      {
        operation: 'submitApplication',
        method: 'POST',
        path: '/applications',
        body: application,
      },
      options,
    ),

  /** Lists applications, without questions, answers and notes. Awaitable, and iterable over all pages. */
  list: (query?: ApplicationQuery, options?: ListOptions): List<Application> =>
    list(send, { operation: 'listApplications', path: '/applications', query }, options),

  /** Gets an application, with the questions as they were when it was sent. Throws `application_not_found`. */
  get: (id: Int64, options?: ReadOptions): Call<Application> =>
    send({ operation: 'getApplication', path: path(id) }, options),

  /** Changes the given fields. Throws `application_not_found`, `invalid_transition`, `precondition_failed`. */
  update: (id: Int64, patch: ApplicationPatch, options?: ChangeOptions): Call<Application> =>
    send({ operation: 'updateApplication', method: 'PATCH', path: path(id), body: patch }, options),

  /**
   * Approves an application: places an order for the animal and approves that too. Throws `application_not_found`,
   * `invalid_transition`, `pet_not_available`.
   */
  approve: (id: Int64, approval: Approval = {}, options?: PostOptions): Call<Order> =>
    send(
      {
        operation: 'approveApplication',
        method: 'POST',
        path: `${path(id)}/approve`,
        body: approval,
      },
      options,
    ),

  /** Erases the applicant's personal data, also from the order that followed. Throws `application_not_found`. */
  eraseApplicant: (id: Int64, options?: CallOptions): Call<void> =>
    send({ operation: 'eraseApplicant', method: 'DELETE', path: `${path(id)}/applicant` }, options),

  /** Exports all data that your account has about the applicant. Throws `application_not_found`. */
  export: (id: Int64, options?: CallOptions): Call<ApplicantExport> =>
    send({ operation: 'exportApplicant', path: `${path(id)}/export` }, options),
})

/** Calls for application forms. */
export type FormCalls = ReturnType<typeof formCalls>

export const formCalls = (send: Send) => ({
  /** Lists the forms of your account and those shared by all accounts. Awaitable, and iterable over all pages. */
  list: (query?: PageQuery, options?: ListOptions): List<Form> =>
    list(send, { operation: 'listForms', path: '/forms', query }, options),

  /** Creates a form. Throws `validation_failed`. */
  create: (form: NewForm, options?: PostOptions): Call<Form> =>
    send({ operation: 'createForm', method: 'POST', path: '/forms', body: form }, options),

  /** Gets a form, or an earlier version of it. Throws `form_not_found`. */
  get: (id: Int64, query?: FormVersionQuery, options?: ReadOptions): Call<Form> =>
    send({ operation: 'getForm', path: `/forms/${inPath(id)}`, query }, options),

  /** Replaces a form with a new version. Throws `form_not_found`, `not_owner`, `precondition_failed`. */
  put: (id: Int64, form: NewForm, options?: ChangeOptions): Call<Form> =>
    send({ operation: 'putForm', method: 'PUT', path: `/forms/${inPath(id)}`, body: form }, options),
})

const path = (id: Int64): string => `/applications/${inPath(id)}`
