import { type Html, html } from '../../platform/html.ts'
import { unwrittenOrigin } from './addresses.ts'
import { type Guide, guideNamesFor, writtenOrigin } from './guides.ts'
import { type Prose, slugOf } from './markdown.ts'
import { plainText } from './plain-text.ts'

/** A guide, with the way to the ones before and after it. */
export const guideMain = (guide: Guide, guides: readonly Guide[], prose: Prose): Html =>
  html`<div class="guide"><article class="text">${prose.blocks(guide.markdown.replaceAll(writtenOrigin, unwrittenOrigin))}<footer>${neighbours(guide, guides)}</footer></article>${contents(guide)}</div>`

/** Its sections, beside it where there is room. */
const contents = ({ markdown }: Guide): Html => {
  const headings = [...markdown.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading)
  return html`<aside class="toc"><h2 id="toc">On this page</h2><ul aria-labelledby="toc">${headings.map(
    (heading) => html`<li><a href="#${slugOf(heading)}">${plainText(heading)}</a></li>`,
  )}</ul></aside>`
}

const neighbours = ({ name }: Guide, guides: readonly Guide[]): Html => {
  const audience = guideNamesFor('shelters').includes(name) ? 'shelters' : 'developers'
  const names = guideNamesFor(audience)
  const shown = guides.filter((guide) => names.includes(guide.name))
  const at = shown.findIndex((guide) => guide.name === name)
  return html`${link(shown[at - 1], 'Previous')}${link(shown[at + 1], 'Next')}`
}

const link = (guide: Guide | undefined, word: string): Html =>
  guide ? html`<a href="/docs/guides/${guide.name}"><small>${word}</small>${guide.title}</a>` : html`<span></span>`
