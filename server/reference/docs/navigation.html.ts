import { type Html, html } from '../../platform/html.ts'
import { type Audience, type Guide, guideGroups, guideNamesFor } from './guides.ts'
import type { Reference, ReferenceOperation, ReferenceTag } from './reference.ts'

export type Navigation = { guides: readonly Guide[]; reference: Reference }

/** The page that a navigation stands on: its address. */
type Place = string

export const tagAddress = ({ slug }: Pick<ReferenceTag, 'slug'>): string => `/docs/reference/${slug}`

/** The menu of the reader's audience, with what the reader is at open. It folds without a script. */
export const navigation = (all: Navigation, at: Place): Html => {
  const isForShelters = guideNamesFor('shelters').some((name) => at === guideAddress(name))
  const audience = isForShelters ? 'shelters' : 'developers'
  return html`${audiences(audience)}${isForShelters ? guideMenu(all, at, audience) : developerMenu(all, at)}`
}

/** The current menu, and the link to the other one. */
const audiences = (shown: Audience): Html =>
  html`<p class="audiences">${(['developers', 'shelters'] as const).map(
    (audience) =>
      html`<a href="${audience === 'developers' ? '/docs' : guideAddress(guideNamesFor(audience)[0] ?? '')}"${audience === shown && html` aria-current="true"`}>For ${audience}</a>`,
  )}</p>`

const guideAddress = (name: string): string => `/docs/guides/${name}`

const guideMenu = ({ guides }: Navigation, at: Place, audience: Audience): Html =>
  html`${guideGroups
    .filter((group) => group.audience === audience)
    .map(({ title, names }, index) => {
      const shown = guides.filter(({ name }) => (names as readonly string[]).includes(name))
      const isHere = shown.some(({ name }) => at === guideAddress(name))
      const isOpen = isHere || audience === 'shelters' || (index < 2 && !at.startsWith('/docs/reference'))
      return folded(
        title,
        isOpen,
        shown.map((guide) => html`<li>${link(guideAddress(guide.name), guide.title, at)}</li>`),
      )
    })}`

const developerMenu = (all: Navigation, at: Place): Html =>
  html`<ul><li>${link('/docs', 'Introduction', at)}</li><li>${link('/docs/reference', 'All operations', at)}</li></ul><h2>Guides</h2>${guideMenu(all, at, 'developers')}${all.reference.groups.map(
    ({ name, tags }, index) =>
      html`<h2>${name}</h2>${tags.map((tag, place) =>
        tagEntry(tag, at, index === 0 && place === 0 && at === '/docs'),
      )}`,
  )}<ul class="last"><li>${link('/docs/reference/objects', 'Objects', at)}</li><li>${link('/docs/changelog', 'API changelog', at)}</li><li><a href="/openapi.json">openapi.json</a></li></ul>`

const link = (href: string, text: string, at: Place): Html =>
  html`<a href="${href}"${href === at && html` aria-current="page"`}>${text}</a>`

const folded = (title: string, isOpen: boolean, entries: readonly Html[]): Html =>
  html`<details${isOpen && html` open`}><summary><span>${title}</span></summary><ul>${entries}</ul></details>`

const tagEntry = (tag: ReferenceTag, at: Place, isFirst: boolean): Html => {
  const address = tagAddress(tag)
  return folded(
    tag.name,
    at === address || isFirst,
    tag.operations.map((operation) => operationEntry(operation, at === address ? '' : address)),
  )
}

/** `data-old` is where it was in the reference before: `/docs#tag/animals/GET/pets`. */
const operationEntry = (operation: ReferenceOperation, address: string): Html => {
  const { id, method, path, name, isDeprecated, isWebhook } = operation
  return html`<li><a href="${address}#${id}"${!isWebhook && html` data-old="${method}${path}"`}>${isWebhook ? html`<span>${path}</span>` : html`<em class="m ${method.toLowerCase()}">${shortMethod(method)}</em>${isDeprecated ? html`<s>${name}</s>` : html`<span>${name}</span>`}`}</a></li>`
}

const shortMethod = (method: string): string => (method === 'DELETE' ? 'DEL' : method)
