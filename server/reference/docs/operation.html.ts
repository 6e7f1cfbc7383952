import { type Html, html } from '../../platform/html.ts'
import { type Permissions, type Role, roleNames, roles } from '../../requests/access/role.ts'
import type { ErrorTable } from '../../requests/errors/api-error.ts'
import type { Parameter } from '../openapi/api-document.ts'
import type { Guide } from './guides.ts'
import type { Prose } from './markdown.ts'
import { panelForm } from './panel-form.html.ts'
import type { ReferenceOperation } from './reference.ts'
import { isSampled, responseList } from './responses.html.ts'
import { answerCard, exampleCard, sampleCard } from './samples.html.ts'
import type { SchemaWriter } from './schema.html.ts'
import { limitsOf } from './schema-words.ts'

export type Writers = { prose: Prose; schemas: SchemaWriter; guides: readonly Guide[]; errors: ErrorTable }

/** An operation as a section of its tag's page: its description on the left, its use on the right. */
export const operationSection = (operation: ReferenceOperation, writers: Writers): Html => {
  const { id, name, description, parameters, responses, isWebhook } = operation
  const { prose, schemas } = writers
  const inPlace = (place: string) => parameters.filter((parameter) => parameter.in === place)
  return html`<section class="op" id="${id}" aria-labelledby="${id}-name"><div class="head"><h2 id="${id}-name"><a href="#${id}">${name}</a></h2>${pathOf(operation)}${marks(operation)}<div class="lead">${prose.blocks(description)}</div>${facts(operation, writers)}</div><div class="side">${isWebhook ? exampleCard(operation) : sampleCard(operation)}${answerCard(operation, responses.filter(isSampled))}${operation.hasPanel && panelForm(operation, schemas.follow)}</div><div class="rest">${parameterPlaces.map(([place, title]) => parameterSection(title, inPlace(place), writers))}${bodyOf(operation, schemas)}${responseList(responses, writers)}</div></section>`
}

export const methodMark = (method: string): Html => html`<em class="m ${method.toLowerCase()}">${method}</em>`

const pathOf = ({ method, path, isWebhook }: ReferenceOperation): Html =>
  html`<p class="path">${methodMark(method)} <code>${!isWebhook && '/v1'}${path}</code></p>`

const longDate = (date: string): string =>
  new Date(date).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** The stability of an operation. */
const marks = ({ isDeprecated, sunset, isBeta }: ReferenceOperation): Html | false =>
  (isDeprecated || isBeta) &&
  html`<p class="marks">${isBeta && html`<a class="mark beta" href="/docs/guides/versioning#stability-levels">beta</a>`}${isDeprecated && html`<a class="mark deprecated" href="/docs/guides/versioning#stability-levels">deprecated</a>`}${sunset !== undefined && html` <span class="sunset">Removed on ${longDate(sunset)}</span>`}</p>`

/** The scope and cost of an operation, and links to its guides. */
const facts = (operation: ReferenceOperation, { guides }: Writers): Html => {
  if (operation.isWebhook) return html``
  const role = lowestRole(operation)
  const explained = operation.guides.map((name) => guides.find((guide) => guide.name === name))
  return html`<dl class="facts"><div><dt>Authorization</dt><dd>Bearer API key${access(operation)}</dd></div>${role && html`<div><dt>Users</dt><dd>Role <code>${role}</code>${role !== 'admin' && ' or higher'}</dd></div>`}<div><dt>Cost</dt><dd>${costOf(operation.cost)}</dd></div>${explained.length > 0 && html`<div><dt>Guides</dt><dd>${explained.map((guide) => guide && html`<a href="/docs/guides/${guide.name}">${guide.title}</a> `)}</dd></div>`}</dl>`
}

const access = ({ scope, alsoScope, isForStore }: ReferenceOperation): Html =>
  html`${scope !== undefined && html` with the scope <code>${scope}</code>`}${alsoScope !== undefined && html` and the scope <code>${alsoScope}</code>`}${isForStore && ', of the store itself: not of a single account'}`

/** People have roles instead of scopes. Each role includes the one before. */
const lowestRole = ({ scope, alsoScope, right }: ReferenceOperation): Role | undefined => {
  const allowed = roleNames.filter((name) => {
    const { scopes, rights } = roles[name] as Permissions
    const has = (all: readonly string[], one: string | undefined) => one === undefined || all.includes(one)
    return has(scopes, scope) && has(scopes, alsoScope) && has(rights, right)
  })
  return scope === undefined && right === undefined ? undefined : allowed[0]
}

const costOf = (cost: string | number | undefined): string => {
  if (cost === 0) return 'Free: it is never counted.'
  if (cost === undefined) return '1 request'
  const [, items] = String(cost).split(' / ')
  return `1 request for every ${items} items, rounded up`
}

const parameterPlaces = [
  ['path', 'Path parameters'],
  ['query', 'Query parameters'],
  ['header', 'Headers'],
] as const

const parameterSection = (title: string, parameters: readonly Parameter[], writers: Writers): Html | false =>
  parameters.length > 0 && html`<h3>${title}</h3>${parameterList(parameters, writers)}`

export const parameterList = (parameters: readonly Parameter[], { schemas }: Pick<Writers, 'schemas'>): Html =>
  html`<ul class="fields">${parameters.map(
    ({ name, required, schema, description = '' }) =>
      html`<li><div class="name"><code>${name}</code> <span>${schemas.typeOf(schema)}${limitsOf(schema).map((limit) => html`, ${limit}`)}</span>${required && html` <b>required</b>`}</div>${schemas.notesOn(schema, description)}</li>`,
  )}</ul>`

const bodyOf = ({ body, isWebhook }: ReferenceOperation, schemas: SchemaWriter): Html | false => {
  if (!body) return false
  const types = Object.keys(body)
  const [media] = Object.values(body)
  return html`<h3>${isWebhook ? 'Body' : 'Request body'} <span>${types.map((type, at) => html`${at > 0 && ' or '}<code>${type}</code>`)}</span></h3>${media && html`<div class="body">${schemas.notesOn(media.schema)}${schemas.fieldsOf(media.schema, 'required')}</div>`}`
}
