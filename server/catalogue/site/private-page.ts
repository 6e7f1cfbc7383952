import { pageAsset, sendAsset } from '../../requests/api/asset.ts'
import type { Visit } from '../../requests/api/portal-page.ts'
import type { Reply } from '../../requests/api/reply.ts'
import { READ_ONLY_RETRY_SECONDS } from '../../requests/maintenance/maintenance.ts'
import type { Page } from './layout.html.ts'

export type PageStatus = {
  status?: number
  headers?: readonly string[]
  /** Whether it is the response to a form. Browsers that store it do not ask to send the form again on the way back. */
  isOfForm?: boolean
}

/** A page for one visitor, which nobody else may cache. */
export const privatePage = async (
  { headers: sent }: Pick<Visit, 'headers'>,
  { html, headers }: Page,
  { status = 200, headers: more = [], isOfForm = false }: PageStatus = {},
): Promise<Reply> => {
  const file = pageAsset('text/html; charset=utf-8', html)
  const { etag: _none, ...reply } = await sendAsset(sent, file, [...headers, ...more])
  return { ...reply, status, ...(isOfForm ? { isForBrowser: true } : { noStore: true }) }
}

/** The status of a page whose form is closed while the store is read-only. */
export const readOnlyStatus: PageStatus = {
  status: 503,
  headers: ['retry-after', String(READ_ONLY_RETRY_SECONDS)],
}

/** Redirects after a form, so that reloading the page does not send it again. */
export const seeOther = (path: string): Reply => ({
  status: 303,
  headers: ['location', path],
  noStore: true,
})
