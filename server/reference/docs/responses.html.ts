import { type Html, html } from '../../platform/html.ts'
import { commonErrors } from '../../requests/api/responses.ts'
import type { ErrorCode, ErrorTable } from '../../requests/errors/api-error.ts'
import type { Header } from '../openapi/api-document.ts'
import type { Prose } from './markdown.ts'
import type { ReferenceResponse } from './reference.ts'
import { type SchemaWriter, schemaAddress } from './schema.html.ts'

type Writers = { prose: Prose; schemas: SchemaWriter; errors: ErrorTable }

/** The responses of an operation: successes with their fields, then errors with advice. */
export const responseList = (responses: readonly ReferenceResponse[], writers: Writers): Html => {
  const errors = responses.filter(isError)
  const successes = responses.filter((response) => !isError(response))
  return html`<h3>Responses</h3><ul class="responses">${successes.map((response) => success(response, writers))}</ul>${errors.length > 0 && errorList(errors, writers)}`
}

const success = (
  { status, description, headers, content }: ReferenceResponse,
  { prose, schemas }: Omit<Writers, 'errors'>,
): Html => {
  const [type, media] = Object.entries(content)[0] ?? []
  const isJson = type === 'application/json'
  const fields = media && schemas.fieldsOf(media.schema, 'optional')
  // A 304 has the headers of the response that it replaces.
  const own = Object.entries(status === '304' ? {} : headers).filter(([name]) => !isOnEvery(name))
  return html`<li><div class="name"><code class="status">${status}</code> <span>${media && (isJson ? schemas.typeOf(media.schema) : html`${type}`)}</span></div><p>${prose.inline(description)}</p>${fields && html`<details><summary>Fields</summary>${fields}</details>`}${own.length > 0 && html`<details><summary>Headers</summary>${headerList(own, prose)}</details>`}</li>`
}

/** Those that the guide on limits explains, and the request's id. */
const isOnEvery = (name: string): boolean => /^(?:x-)?ratelimit|^x-request-id$/i.test(name)

const headerList = (headers: readonly [string, Header][], prose: Prose): Html =>
  html`<ul class="fields">${headers.map(
    ([name, { description = '' }]) =>
      html`<li><div class="name"><code>${name}</code></div><p>${prose.inline(description)}</p></li>`,
  )}</ul>`

const errorList = (errors: readonly ReferenceResponse[], writers: Writers): Html => {
  const own = errors.flatMap((response) =>
    codesOf(response)
      .filter((code) => !commonErrors.includes(code))
      .map((code) => errorRow(code, writers)),
  )
  const common = errors.filter((response) => codesOf(response).some((code) => commonErrors.includes(code)))
  return html`<h3>Errors</h3><p class="note">Every error is an <a href="${schemaAddress('Error')}">Error</a> with one of these codes.</p><ul class="errors">${own}<li class="any"><div class="name">${common.map(
    ({ status }) => html`<code class="status">${status}</code> `,
  )}</div><p>Errors of <a href="#any-operation">any operation</a>.</p></li></ul>`
}

const errorRow = (code: ErrorCode, { prose, errors }: Omit<Writers, 'schemas'>): Html => {
  const { status, text, advice } = errors[code]
  return html`<li><div class="name"><code class="status">${status}</code> <a href="/docs/guides/errors#${code}"><code>${code}</code></a></div><p>${prose.inline(text)} ${prose.inline(advice)}</p></li>`
}

/** The errors that every operation can return: once for each page. */
export const commonErrorList = (writers: Omit<Writers, 'schemas'>): Html =>
  html`<section class="any-operation" id="any-operation"><h2>Errors of any operation</h2><ul class="errors">${commonErrors
    .toSorted((one, other) => writers.errors[one].status - writers.errors[other].status)
    .map((code) => errorRow(code, writers))}</ul></section>`

/** The rows of a documented error: one for each of its codes. */
const codesOf = ({ description }: ReferenceResponse): ErrorCode[] =>
  // The document was made from the same table.
  [...description.matchAll(/^`([a-z_]+)`:/gm)].map(([, code = '']) => code as ErrorCode)

const isError = ({ status }: ReferenceResponse): boolean => /^[45]/.test(status)

/** The errors with samples: those of the operation, and those that every client must handle. */
export const isSampled = (response: ReferenceResponse): boolean =>
  !isError(response) ||
  response.status === '401' ||
  response.status === '429' ||
  codesOf(response).some((code) => !commonErrors.includes(code))
