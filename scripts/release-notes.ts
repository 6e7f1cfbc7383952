/** The texts in which a release has its date and its notes. */
type Texts = { changelog: string; upgrade: string }

type ReleaseNotes = { date: string; text: string }

/** The date and the notes of a release: the changes, and the steps of an upgrade to it. Throws if one is missing. */
export const releaseNotes = (version: string, { changelog, upgrade }: Texts): ReleaseNotes => {
  const changes = sectionOf(changelog, (heading) => heading.startsWith(`[${version}]`))
  const date = /^\[.*\] - (\d{4}-\d\d-\d\d)$/.exec(changes?.heading ?? '')?.[1]
  const steps = sectionOf(upgrade, (heading) => heading === `Upgrading to ${version}`)
  if (!changes || date === undefined)
    throw new Error(`CHANGELOG.md needs the heading "## [${version}] - <date>", with what changed`)
  if (!steps)
    throw new Error(
      `docs/operating/upgrade.md needs the heading "## Upgrading to ${version}", with what operators have to know or do`,
    )
  const parts = [`# ${version}, ${date}`, changes.body, `## ${steps.heading}`, steps.body]
  return { date, text: `${parts.join('\n\n')}\n` }
}

/** The first section with a matching heading of the second level, without an empty one. */
const sectionOf = (markdown: string, isWanted: (heading: string) => boolean) => {
  for (const section of markdown.split(/^## /m).slice(1)) {
    const [heading = '', ...lines] = section.split('\n')
    const body = lines.join('\n').trim()
    if (isWanted(heading) && body !== '') return { heading, body }
  }
  return undefined
}
