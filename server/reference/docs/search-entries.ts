import { errorCodes } from '../../requests/errors/api-error.ts'
import type { Guide } from './guides.ts'
import { slugOf } from './markdown.ts'
import type { Navigation } from './navigation.html.ts'
import { tagAddress } from './navigation.html.ts'
import { plainText } from './plain-text.ts'
import type { Reference } from './reference.ts'
import { schemaAddress } from './schema.html.ts'

/** Something to be found. The script shows title and hint, and looks into the text too. */
type SearchEntry = {
  kind: 'Operation' | 'Webhook event' | 'Guide' | 'Error' | 'Object'
  title: string
  /** What is shown beside the title: `GET /v1/pets`. */
  hint: string
  url: string
  text: string
}

/** Everything that the docs say, as the browser searches it. */
export const searchEntries = ({ guides, reference }: Navigation): SearchEntry[] => [
  ...operationEntries(reference),
  ...guides.flatMap(guideEntries),
  ...errorEntries(),
  ...Object.entries(reference.schemas).map(([name, { description }]) => ({
    kind: 'Object' as const,
    title: name,
    hint: '',
    url: schemaAddress(name),
    text: plainText(String(description ?? '')),
  })),
]

const operationEntries = ({ groups }: Reference): SearchEntry[] =>
  groups
    .flatMap(({ tags }) => tags)
    .flatMap((tag) =>
      tag.operations.map(
        ({ id, method, path, name, description, scope, isWebhook, parameters }) => ({
          kind: isWebhook ? 'Webhook event' : 'Operation',
          title: name,
          hint: isWebhook ? path : `${method} /v1${path}`,
          url: `${tagAddress(tag)}#${id}`,
          text: plainText(description),
          more: [id, tag.name, scope ?? '', ...parameters.map((one) => one.name)].join(' '),
        }),
      ),
    )

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
        kind: 'Guide' as const,
        title: plainText(heading),
        hint: title,
        url: `${url}#${slugOf(heading)}`,
        // The tables of errors are entries of their own.
        text: name === 'errors' ? text.slice(0, 300) : text,
      }
    }),
  ]
}

const errorEntries = (): SearchEntry[] =>
  Object.entries(errorCodes).map(([code, { status, text, advice }]) => ({
    kind: 'Error',
    title: code,
    hint: String(status),
    url: `/docs/guides/errors#${code}`,
    text: plainText(`${text} ${advice}`),
  }))
