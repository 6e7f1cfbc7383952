import type { ErrorTable } from '../../requests/errors/api-error.ts'
import type { Guide } from './guides.ts'
import { slugOf } from './markdown.ts'
import type { Navigation } from './navigation.html.ts'
import { tagAddress } from './navigation.html.ts'
import { plainText } from './plain-text.ts'
import type { Reference } from './reference.ts'
import { schemaAddress } from './schema.html.ts'
import { searchKeywords } from './search-keywords.ts'

/** Something to be found. The script shows title and hint, and looks into the others too. */
type SearchEntry = {
  kind: 'Guide' | 'Reference' | 'Operation' | 'Section' | 'Webhook event' | 'Error' | 'Object'
  title: string
  /** The text beside the title, such as `GET /v1/pets`. */
  hint: string
  url: string
  text: string
  /** More search terms, which rank like a title. */
  words?: string
  /** More that counts as text, and is not shown. */
  more?: string
}

/** The content of the docs as entries for the browser's search. */
export const searchEntries = ({ guides, reference, errors }: Navigation & { errors: ErrorTable }): SearchEntry[] =>
  [
    ...guides.flatMap(guideEntries),
    ...referenceEntries(reference),
    ...operationEntries(reference),
    ...errorEntries(errors),
    ...Object.entries(reference.schemas).map(([name, { description }]) => ({
      kind: 'Object' as const,
      title: name,
      hint: '',
      url: schemaAddress(name),
      text: firstSentence(plainText(String(description ?? ''))),
    })),
  ].map(withKeywords)

/** Descriptions of fields are found by the operations that use them. */
const firstSentence = (text: string): string => /^.*?[.](?= |$)/.exec(text)?.[0] ?? text

const withKeywords = (entry: SearchEntry): SearchEntry => {
  const words = [entry.words, searchKeywords[entry.url]].filter((one) => one !== undefined)
  return words.length === 0 ? entry : { ...entry, words: words.join(' ') }
}

/** The pages other than guides, and the parts of the first page. */
const referenceEntries = ({ groups }: Reference): SearchEntry[] => [
  referencePage('All operations', '/docs/reference', 'Every operation of the API, by topic.'),
  ...groups
    .flatMap(({ tags }) => tags)
    .map((tag) => referencePage(capitalized(tag.name), tagAddress(tag), tag.description)),
  referencePage('Objects', '/docs/reference/objects', 'The schemas of requests and responses.'),
  referencePage(
    'API changelog',
    '/docs/changelog',
    'What each release added, changed, deprecated and removed, and what ends when.',
  ),
  referencePage('Plans and limits', '/docs#plans', 'Requests per minute and per day of each plan.'),
  referencePage(
    'OpenAPI document',
    '/docs#programs',
    'What other programs read: the OpenAPI document, as for Postman, and text for language models.',
  ),
]

const referencePage = (title: string, url: string, text: string): SearchEntry => ({
  kind: 'Reference',
  hint: '',
  title,
  url,
  text,
})

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

const operationEntries = ({ groups }: Reference): SearchEntry[] =>
  groups
    .flatMap(({ tags }) => tags)
    .flatMap((tag) =>
      tag.operations.map(({ id, method, path, name, description, scope, isWebhook, parameters }) => ({
        kind: isWebhook ? 'Webhook event' : 'Operation',
        title: name,
        hint: isWebhook ? path : `${method} /v1${path}`,
        url: `${tagAddress(tag)}#${id}`,
        text: plainText(description),
        words: [id, apart(id), scope ?? ''].join(' '),
        more: [tag.name, ...parameters.map((one) => one.name)].join(' '),
      })),
    )

/** `createPet` as two words. */
const apart = (id: string): string => id.replace(/([a-z])(?=[A-Z])/g, '$1 ')

/** One for a guide, and one for each of its sections. */
const guideEntries = ({ name, title, markdown }: Guide): SearchEntry[] => {
  const url = `/docs/guides/${name}`
  const [start = '', ...sections] = markdown.split(/^## /m)
  const first = {
    kind: 'Guide' as const,
    title,
    hint: '',
    url,
    text: plainText(start.replace(/^# .*/, '')),
  }
  return [
    first,
    ...sections.map((section) => {
      const [heading = ''] = section.split('\n', 1)
      const text = plainText(section.slice(heading.length))
      return {
        kind: 'Section' as const,
        title: plainText(heading),
        hint: title,
        url: `${url}#${slugOf(heading)}`,
        // The tables of errors are separate entries.
        text: name === 'errors' ? text.slice(0, 120) : text,
      }
    }),
  ]
}

const errorEntries = (errors: ErrorTable): SearchEntry[] =>
  Object.entries(errors).map(([code, { status, text }]) => ({
    kind: 'Error',
    title: code,
    hint: String(status),
    url: `/docs/guides/errors#${code}`,
    text: plainText(text),
  }))
