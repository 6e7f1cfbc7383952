import { setImmediate } from 'node:timers/promises'
import { escapeHtml } from '../../platform/html.ts'
import { showTime } from '../../platform/time.ts'
import { type DeprecatedOperation, longDay } from '../deprecations/deprecation.ts'
import { apiChanges, type ComparedDocument, type OperationChange } from './api-changes.ts'
import { comingChanges } from './coming-changes.ts'
import { comparable, readSnapshot, releases } from './snapshots.ts'

/** The API changes of a release; `changes` is undefined for the first one. */
type ReleaseChanges = {
  version: string
  /** The day of the release; undefined for one to come. */
  date?: string
  changes?: readonly OperationChange[]
}

/** More details of one operation are only counted. */
const MAX_DETAILS = 12

/** `current` is the document of this program, which is `release`. */
export const changelogContent = async (
  current: ComparedDocument,
  release: string,
  endings: readonly DeprecatedOperation[],
): Promise<ChangelogContent> => ({
  releases: await changesByRelease(current, release),
  coming: await comingChanges(),
  endings,
})

/** The changes of each release, the newest first. */
const changesByRelease = async (current: ComparedDocument, release: string): Promise<ReleaseChanges[]> => {
  const found: ReleaseChanges[] = []
  let before: ComparedDocument | undefined
  const add = async (one: ReleaseChanges, document: ComparedDocument) => {
    found.unshift({ ...one, ...(before && { changes: apiChanges(before, document) }) })
    before = document
    // A comparison takes a while: others are served in between.
    await setImmediate()
  }
  for (const { version, date } of releases) await add({ version, date }, readSnapshot(version))
  if (releases.at(-1)?.version !== release) await add({ version: release }, comparable(current))
  return found
}

const kinds = [
  { kind: 'removed', title: 'Removed' },
  { kind: 'deprecated', title: 'Deprecated' },
  { kind: 'changed', title: 'Changed' },
  { kind: 'added', title: 'Added' },
] as const

/** What the changelog is written from. */
export type ChangelogContent = {
  releases: readonly ReleaseChanges[]
  coming: Awaited<ReturnType<typeof comingChanges>>
  endings: readonly DeprecatedOperation[]
}

/** The changelog as a guide is written. Operations in it are linked by the writer of guides. */
export const changelogMarkdown = ({ releases, coming, endings }: ChangelogContent): string =>
  [
    '# API changelog',
    'What each release of the store added to the API, changed, deprecated and removed. It is made by comparing the ' +
      'OpenAPI documents of the releases. [Subscribe to it](/docs/changelog.atom) as an Atom feed.',
    `## What ends when\n\n${endingsText(endings)}`,
    ...(coming.length > 0 ? ['## Unreleased, coming changes'] : []),
    ...coming.map(({ date, text }) => `### Announced on ${date}\n\n${text}`),
    ...releases.map((one) => `## ${titleOf(one)}\n\n${releaseText(one)}`),
  ].join('\n\n')

const endingsText = (endings: readonly DeprecatedOperation[]): string =>
  endings.length === 0
    ? 'No operation is deprecated.'
    : [
        '`GET /v1/deprecations` lists those that your keys still call.',
        [
          '| Operation | Deprecated on | Removed on | Use instead |',
          '|---|---|---|---|',
          ...endings.map(endingRow),
        ].join('\n'),
      ].join('\n\n')

const endingRow = ({ method, path, sinceMs, sunsetMs, successor, docs }: DeprecatedOperation) =>
  `| \`${method} ${path}\` | ${longDay(sinceMs)} | ${longDay(sunsetMs)} | \`${successor}\`: see [the guide](${docs}) |`

const titleOf = ({ version, date }: ReleaseChanges): string =>
  date === undefined ? `${version} (not released yet)` : `${version} (${date})`

const releaseText = ({ changes }: ReleaseChanges): string => {
  if (!changes) return 'The first release.'
  if (changes.length === 0) return 'The API did not change.'
  return kinds
    .map(({ kind, title }) => ({ title, some: changes.filter((one) => one.kind === kind) }))
    .filter(({ some }) => some.length > 0)
    .map(({ title, some }) => `### ${title}\n\n${some.map(line).join('\n')}`)
    .join('\n\n')
}

const line = ({ method, path, summary, details }: OperationChange): string => {
  const texts = [...new Set(details.map(({ text }) => text))]
  const more = texts.length - MAX_DETAILS
  const shown = [
    ...texts.slice(0, MAX_DETAILS),
    ...(more > 0 ? [`${more} more ${more === 1 ? 'detail' : 'details'}`] : []),
  ]
  return `- \`${method} /v1${path}\` ${summary}${shown.length > 0 ? `: ${shown.join('; ')}` : ''}`
}

const endingTitle = ({ method, path, sunsetMs }: DeprecatedOperation): string =>
  `What ends when: ${method} ${path} on ${longDay(sunsetMs)}`

const endingText = (
  { method, path, sinceMs, sunsetMs, successor, docs }: DeprecatedOperation,
  origin: string,
): string =>
  `${method} ${path} is deprecated since ${longDay(sinceMs)} and will be removed on ${longDay(sunsetMs)}. ` +
  `Use ${successor} instead: ${origin}${docs}`

/** Writes the released versions, coming changes and what ends when as an Atom feed (RFC 4287). */
export const changelogAtom = ({ releases, coming, endings }: ChangelogContent, origin: string): string => {
  const dated = releases.filter((one) => one.date !== undefined)
  const entry = (name: string, title: string, updated: string, text: string): string => `  <entry>
    <id>${origin}/docs/changelog#${name}</id>
    <title>${escapeHtml(title)}</title>
    <updated>${updated}</updated>
    <link href="${origin}/docs/changelog"/>
    <content type="text">${escapeHtml(text)}</content>
  </entry>`
  const entries = [
    ...coming.map(({ date, text }) =>
      entry(`announced-on-${date}`, `Coming changes, announced on ${date}`, `${date}T00:00:00Z`, text),
    ),
    ...dated.map((one) => entry(one.version, `API ${one.version}`, `${one.date}T00:00:00Z`, releaseText(one))),
    ...endings.map((one) =>
      entry(`ends-${one.operationId}`, endingTitle(one), showTime(one.sinceMs), endingText(one, origin)),
    ),
  ]
  const newest = [coming, dated]
    .map(([first]) => first?.date ?? '')
    .sort()
    .at(-1)
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${origin}/docs/changelog</id>
  <title>API changelog</title>
  <updated>${newest}T00:00:00Z</updated>
  <link rel="self" href="${origin}/docs/changelog.atom"/>
  <author><name>Animal Adoption Store</name></author>
${entries.join('\n')}
</feed>
`
}
