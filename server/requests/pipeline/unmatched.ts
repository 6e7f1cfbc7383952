import { pageFormFault, readPageForm } from '../../platform/http/body.ts'
import { isPreflight, preflightHeaders } from '../../platform/http/cors.ts'
import { protocolError } from '../../platform/http/http-error.ts'
import type { Reply } from '../api/reply.ts'
import { requestError } from '../errors/request.errors.ts'
import type { Exchange, Step } from './exchange.ts'

type Deps = {
  /** Throws if a page of another site sent the request. */
  checkOrigin: Step
}

/** The steps after admission if there is no operation for the path and method: preflights, pages, and errors. */
export const unmatchedSteps = ({ checkOrigin }: Deps): Step[] => {
  const servePage: Step = (exchange) => {
    const page = exchange.place?.page
    if (takesForm(exchange)) return receivePageForm(exchange)
    return page && Promise.resolve(page.handle(exchange)).then(orNotFound)
  }

  const receivePageForm = async (exchange: Exchange): Promise<Reply> => {
    const { request, response, place } = exchange
    checkOrigin(exchange)
    const fault = pageFormFault(request)
    if (fault) throw fault
    const form = await readPageForm(request, response)
    return orNotFound(await place?.page?.receive?.(exchange, form))
  }

  return [answerPreflight, checkPlace, servePage, checkMethod]
}

const answerPreflight: Step = (exchange) =>
  exchange.surface && isPreflight(exchange)
    ? { status: 204, headers: preflightHeaders(exchange.surface?.allowedHeaders) }
    : undefined

const checkPlace: Step = (exchange) => {
  const { place, isRead, pathWithoutSlash } = exchange
  const isTaken = isRead || takesForm(exchange)
  if (pathWithoutSlash !== undefined)
    throw protocolError('route_not_found', {
      message: `No path of this API ends with a slash. Use ${pathWithoutSlash}.`,
    })
  if (!place || (place.page && !isTaken)) throw protocolError('route_not_found')
}

/** The path has operations, but not for this method. */
const checkMethod: Step = ({ method, place }) => {
  const allow = place?.methods ?? ''
  if (method === 'OPTIONS') return { status: 204, headers: ['allow', allow] }
  throw requestError('method_not_allowed', { headers: { allow } })
}

const takesForm = ({ method, place }: Exchange): boolean => method === 'POST' && place?.page?.receive !== undefined

const orNotFound = (reply: Reply | undefined): Reply => {
  if (!reply) throw protocolError('route_not_found')
  return reply
}
