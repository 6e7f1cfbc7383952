import { setImmediate } from 'node:timers/promises'
import { excerpt } from '../../animals/profiles/description.ts'
import { ageOf, breedOf } from '../../animals/profiles/labels.ts'
import { html } from '../../platform/html.ts'
import { stringifyJson } from '../../platform/http/json.ts'
import { showTime } from '../../platform/time.ts'
import type { ListedAnimal } from '../listings/listed-animal.ts'
import { pathOf } from '../listings/slug.ts'
import type { PageLanguage } from './page-language.ts'
import { largest } from './picture.html.ts'
import { summaryOf } from './structured-data.ts'
import type { SiteTexts } from './texts/english.ts'

/** The most animals in a feed, newest first. */
export const MAX_FEED = 50
/** The most characters of a description; the page of the animal has all of it. */
const MAX_STORY = 500

type Feed = { name: string; origin: string; nowMs: number; page: PageLanguage }

const titleOf = (animal: ListedAnimal, { animals }: SiteTexts): string =>
  [animal.name, breedOf(animal, animals), ageOf(animal, animals)].filter(Boolean).join(', ')

/** Must not change with the name (RFC 4287 section 4.2.6). */
const idOf = (animal: ListedAnimal, origin: string): string => `${origin}/adopt/${animal.id}`

const photoOf = ({ photos }: ListedAnimal) => photos[0] && largest(photos[0])

const contentOf = (animal: ListedAnimal, origin: string, texts: SiteTexts): string => {
  const photo = photoOf(animal)
  const alt = animal.photos[0]?.alt ?? texts.layout.photoOf(animal.name)
  return html`${photo && html`<p><img src="${origin}${photo.url}" alt="${alt}" width="${photo.width}" height="${photo.height}"></p>`}<p>${animal.description ? excerpt(animal.description, MAX_STORY) : summaryOf(animal, texts)}</p>`
    .text
}

/** Yields between entries, because descriptions can be long. */
const oneByOne = async <Entry>(
  animals: readonly ListedAnimal[],
  write: (animal: ListedAnimal) => Entry,
): Promise<Entry[]> => {
  const entries: Entry[] = []
  for (const animal of animals) {
    entries.push(write(animal))
    await setImmediate()
  }
  return entries
}

/** RFC 4287. */
export const atomFeed = async (
  animals: readonly ListedAnimal[],
  { name, origin, nowMs, page: { language, texts, link } }: Feed,
): Promise<string> => {
  const updatedMs = Math.max(0, ...animals.map(({ updatedAtMs }) => updatedAtMs)) || nowMs
  const entries = await oneByOne(
    animals,
    (animal) => html`
<entry><id>${idOf(animal, origin)}</id><title>${line(titleOf(animal, texts))}</title><link href="${origin}${link(pathOf(animal))}"/><published>${showTime(animal.publishedAtMs)}</published><updated>${showTime(Math.max(animal.updatedAtMs, animal.publishedAtMs))}</updated><summary>${line(summaryOf(animal, texts))}</summary><content type="html">${line(contentOf(animal, origin, texts))}</content></entry>`,
  )
  return html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}"><id>${origin}/feeds/listings.atom</id><title>${line(`${name}: ${texts.list.newAnimals}`)}</title><updated>${showTime(updatedMs)}</updated><author><name>${line(name)}</name></author><link rel="self" type="application/atom+xml" href="${origin}${link('/feeds/listings.atom')}"/><link rel="alternate" type="text/html" href="${origin}${link('/adopt')}"/>${entries}
</feed>
`.text
}

/** JSON Feed 1.1. */
export const jsonFeed = async (
  animals: readonly ListedAnimal[],
  { name, origin, page: { language, texts, link } }: Feed,
): Promise<string> =>
  stringifyJson({
    version: 'https://jsonfeed.org/version/1.1',
    title: `${name}: ${texts.list.newAnimals}`,
    home_page_url: origin + link('/adopt'),
    feed_url: origin + link('/feeds/listings.json'),
    language,
    items: await oneByOne(animals, (animal) => {
      const photo = photoOf(animal)
      return {
        id: idOf(animal, origin),
        url: origin + link(pathOf(animal)),
        title: titleOf(animal, texts),
        summary: summaryOf(animal, texts),
        content_html: contentOf(animal, origin, texts),
        ...(photo && { image: origin + photo.url }),
        date_published: showTime(animal.publishedAtMs),
        date_modified: showTime(Math.max(animal.updatedAtMs, animal.publishedAtMs)),
        ...(animal.tags.length > 0 && { tags: animal.tags }),
      }
    }),
  })

/** Removes characters that XML cannot contain (XML 1.0 section 2.2). */
const line = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones.
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
