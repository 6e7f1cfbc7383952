import { type Html, html } from '../../platform/html.ts'
import { plansTable } from '../openapi/plans-table.ts'
import { unwrittenProduction, unwrittenStaging } from './addresses.ts'
import { type Audience, guideGroups } from './guides.ts'
import { type Navigation, tagAddress } from './navigation.html.ts'
import { methodMark, parameterList, type Writers } from './operation.html.ts'
import { panelForm } from './panel-form.html.ts'
import type { Reference, ReferenceOperation } from './reference.ts'
import { answerCard, sampleCard } from './samples.html.ts'

/** The first operation that is shown, with its samples and its live panel. */
const FIRST = 'listPets'
/** The parameters of it that are explained here. */
const firstParameters = ['limit', 'status', 'id']

/** The start page: an introduction to the API, the first steps, and links to everything. */
export const landingMain = ({ guides, reference }: Navigation, writers: Writers, name: string): Html =>
  html`<header class="intro hero"><div><h1>${name}</h1><p class="lead">List and add animals for adoption, show them on your own pages, take applications and orders, and follow every change. JSON over HTTP, with a client for TypeScript and samples in Python, PHP and Go.</p><p class="acts"><a class="btn primary" href="/docs/guides/first-request">Get a key</a><a class="btn" href="/docs/reference">All operations</a></p></div>${servers}</header>${firstOperation(reference, writers)}${steps}<h2 class="part">Guides</h2>${guideCards(guides, 'developers')}<h2 class="part">Reference</h2>${reference.groups.map(
    ({ name, tags }) =>
      html`<h3 class="over">${name}</h3><ul class="cards tags">${tags.map(
        (tag) =>
          html`<li><a href="${tagAddress(tag)}"><b class="tag">${tag.name}</b><span>${tag.description}</span><small>${tag.operations.length} ${tag.operations[0]?.isWebhook ? 'events' : 'operations'}</small></a></li>`,
      )}</ul>`,
  )}<h2 class="part">For shelters</h2>${guideCards(guides, 'shelters')}<h2 class="part" id="plans">Plans and limits</h2><div class="text"><p>Every response includes your rate-limit status. <a href="/docs/guides/limits">Rate limits</a> explains the headers.</p>${writers.prose.blocks(plansTable())}</div><h2 class="part" id="programs">For programs</h2><div class="text"><ul><li><a href="/openapi.json">openapi.json</a> describes every operation (OpenAPI 3.1). Postman, Bruno, Insomnia and most other programs import it.</li><li><a href="/openapi.yaml">openapi.yaml</a> is the same document as YAML.</li><li><a href="/openapi-3.0.json">openapi-3.0.json</a> is for programs that read only OpenAPI 3.0. It has no webhooks.</li><li><a href="/llms.txt">llms.txt</a> and <a href="/llms-full.txt">llms-full.txt</a> are for language models.</li></ul><p>Identifiers are 64-bit integers: use a JSON parser that keeps integers above 2<sup>53</sup> exact.</p></div>`

const guideCards = (guides: Navigation['guides'], audience: Audience): Html =>
  html`${guideGroups
    .filter((group) => group.audience === audience)
    .map(
      ({ title, names }) =>
        html`<h3 class="over">${title}</h3><ul class="cards">${guides
          .filter(({ name }) => (names as readonly string[]).includes(name))
          .map(
            (guide) =>
              html`<li><a href="/docs/guides/${guide.name}"><b>${guide.title}</b><span>${guide.summary}</span></a></li>`,
          )}</ul>`,
    )}`

const servers = html`<dl class="facts"><div><dt>Production</dt><dd><code>${unwrittenProduction}/v1</code></dd></div><div><dt>Staging</dt><dd><code>${unwrittenStaging}/v1</code></dd></div></dl>`

const steps = html`<ol class="steps"><li><h3>Get a key</h3><p>Keys begin with <code>aas_live_</code> in production and with <code>aas_test_</code> in staging. <a href="/docs/guides/first-request#get-a-key">How to get one</a></p></li><li><h3>Send it</h3><p>With every request, as <code>Authorization: Bearer &lt;API_KEY&gt;</code>. In a web page use a publishable key: see <a href="/docs/guides/authentication">Authentication</a>.</p></li><li><h3>Mind the limits</h3><p>After a 429, wait <code>Retry-After</code> seconds. <a href="/docs/guides/limits">Rate limits</a></p></li></ol>`

const firstOperation = ({ groups }: Reference, writers: Writers): Html | false => {
  const tag = groups.flatMap(({ tags }) => tags).find(({ operations }) => operations.some(isFirst))
  const operation = tag?.operations.find(isFirst)
  if (!tag || !operation) return false
  const address = `${tagAddress(tag)}#${operation.id}`
  return html`<section class="op first" aria-labelledby="first"><div class="head"><h2 id="first"><a href="${address}">${operation.name}</a></h2><p class="path">${methodMark(operation.method)} <code>/v1${operation.path}</code></p><div class="lead">${writers.prose.blocks(operation.description)}</div></div><div class="side">${sampleCard(operation)}${answerCard(
    operation,
    operation.responses.filter(({ status }) => status === '200'),
  )}${panelForm(operation, writers.schemas.follow)}</div><div class="rest">${parameterList(
    operation.parameters.filter(({ name }) => firstParameters.includes(name)),
    writers,
  )}<p class="more"><a href="${address}">All parameters, responses and errors</a></p></div></section>`
}

const isFirst = ({ id }: ReferenceOperation): boolean => id === FIRST
