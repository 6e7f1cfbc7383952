import type { IncomingMessage } from 'node:http'
import type { Operation } from '../../requests/api/operation.ts'
import type { PortalPage } from '../../requests/api/portal-page.ts'
import { ownSurface } from '../../requests/api/surface.ts'
import { STAGING_PATH } from '../config/server.settings.ts'

/** The target may be a whole URL. */
const target = /^(https?:\/\/[^/?#]*)?\/staging(\/(?:v1|media)(?:[/?#].*)?)$/i

/** If the request is for staging, removes its path from the URL, and returns true. */
export const takeStagingPath = (request: IncomingMessage): boolean => {
  const { url = '' } = request
  if (url.startsWith('/') && !url.startsWith(`${STAGING_PATH}/`)) return false
  const [, authority = '', path] = target.exec(url) ?? []
  if (path === undefined) return false
  request.url = authority + path
  return true
}

/** Production's alone: people, accounts, and the mail to them. */
const productionOnly = /^\/(?:users|mails|accounts(?!\/\{accountId\}\/keys$))(?:[/]|$)/

/** The part of the API that staging has. */
export const inStaging = ({
  operations,
  pages,
}: {
  operations: readonly Operation[]
  pages: readonly PortalPage[]
}) => ({
  operations: operations.filter(
    ({ path, surface, isForVisitors }) => surface === undefined && !isForVisitors && !productionOnly.test(path),
  ),
  pages: pages.filter(({ path }) => path.startsWith('/media/')),
  surfaces: [ownSurface],
})
