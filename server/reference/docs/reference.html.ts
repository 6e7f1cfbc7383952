import { setImmediate } from 'node:timers/promises'
import { type Html, html } from '../../platform/html.ts'
import { tagAddress } from './navigation.html.ts'
import { methodMark, operationSection, type Writers } from './operation.html.ts'
import type { Reference, ReferenceOperation, ReferenceTag } from './reference.ts'
import { commonErrorList } from './responses.html.ts'

/** The operations of a tag, one below the other. */
export const tagMain = async (tag: ReferenceTag, group: string, writers: Writers): Promise<Html> => {
  const sections: Html[] = []
  for (const operation of tag.operations) {
    // Others are served in between: a page of many takes some time to make.
    await setImmediate()
    sections.push(operationSection(operation, writers))
  }
  return html`<header class="intro"><p class="crumb">${group}</p><h1 class="tag">${tag.name}</h1><p class="lead">${tag.description}</p><ul class="endpoints">${tag.operations.map((operation) => endpoint(operation, ''))}</ul></header>${sections}${tag.operations.some(({ isWebhook }) => !isWebhook) && commonErrorList(writers)}`
}

/** Every operation there is, on one page. */
export const overviewMain = ({ groups }: Reference): Html =>
  html`<header class="intro"><h1>All operations</h1><p class="lead">Every operation of the API, by topic.</p></header>${groups.map(
    ({ name, tags }) =>
      html`<h2>${name}</h2>${tags.map((tag) => {
        const address = tagAddress(tag)
        return html`<section class="listed"><h3 class="tag"><a href="${address}">${tag.name}</a></h3><p>${tag.description}</p><ul class="endpoints">${tag.operations.map((operation) => endpoint(operation, address))}</ul></section>`
      })}`,
  )}`

const endpoint = (operation: ReferenceOperation, address: string): Html => {
  const { id, method, path, name, isDeprecated, isBeta, isWebhook } = operation
  return html`<li><a href="${address}#${id}">${!isWebhook && methodMark(method)}<code>${!isWebhook && '/v1'}${path}</code><span>${isDeprecated ? html`<s>${name}</s>` : name}</span>${isBeta && html`<i class="mark beta">beta</i>`}</a></li>`
}

/** The shared schemas. */
export const objectsMain = ({ schemas }: Reference, { schemas: writer }: Pick<Writers, 'schemas'>): Html =>
  html`<header class="intro"><h1>Objects</h1><p class="lead">The schemas of requests and responses. Responses may gain fields: ignore those you do not know.</p></header>${Object.entries(
    schemas,
  ).map(
    ([name, schema]) =>
      html`<section class="object" id="${name}"><h2><a href="#${name}">${name}</a></h2>${writer.notesOn(schema)}${writer.fieldsOf(schema, 'required', 'linked')}</section>`,
  )}`
