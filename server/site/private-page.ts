import { pageAsset, sendAsset } from '../api/asset.ts'
import type { Visit } from '../api/portal-page.ts'
import type { Reply } from '../api/reply.ts'
import type { Page } from './layout.html.ts'

type Options = { status?: number; headers?: readonly string[] }

/** A page for one visitor, which nobody keeps. */
export const privatePage = async (
  { headers: sent }: Pick<Visit, 'headers'>,
  { html, headers }: Page,
  { status = 200, headers: more = [] }: Options = {},
): Promise<Reply> => {
  const file = pageAsset('text/html; charset=utf-8', html)
  const { etag: _none, ...reply } = await sendAsset(sent, file, [...headers, ...more])
  return { ...reply, status, noStore: true }
}

/** After a form was taken: loading the page again sends nothing again. */
export const seeOther = (path: string): Reply => ({
  ...{ status: 303, headers: ['location', path], noStore: true },
})
