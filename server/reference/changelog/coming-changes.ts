import { readFile } from 'node:fs/promises'

const file = new URL('../../../CHANGELOG.md', import.meta.url)

/** Changes that are announced before a release contains them. */
type Announcement = {
  /** The day of the announcement, such as `2026-11-29`. */
  date: string
  /** Markdown. */
  text: string
}

/** The announcements in CHANGELOG.md, newest first. */
export const comingChanges = async (): Promise<readonly Announcement[]> => {
  const [, section = ''] = (await readFile(file, 'utf8')).split(/^## Unreleased, coming changes$/m)
  const [text = ''] = section.split(/^## /m)
  return text
    .split(/^### Announced on /m)
    .slice(1)
    .map((one) => ({ date: one.slice(0, 10), text: one.slice(10).trim() }))
}
