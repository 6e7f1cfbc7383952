import { fill, html } from '../../platform/html.ts'
import { pathOf, shortUrl } from '../listings/slug.ts'
import type { AnimalView } from './animal.html.ts'
import { kennelCards } from './kennel-card.html.ts'
import type { Look, Page } from './layout.html.ts'

/** The kennel card of a published animal, on the public site. */
export const kennelPage = (look: Look, { animal, organization, origin }: AnimalView): Page => {
  const { texts, link, language } = look
  const url = animal.status === 'sold' ? undefined : shortUrl(origin, animal.id)
  return kennelCards(look, [{ animal, organization, url, texts }], {
    title: `${texts.card.title(animal.name)} - ${look.name}`,
    language,
    hint: fill(texts.card.print, html`<a href="${link(pathOf(animal))}">${texts.card.back}</a>`),
  })
}
