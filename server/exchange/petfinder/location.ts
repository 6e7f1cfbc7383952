import type { OrganizationsService } from '../../animals/organizations/organizations.service.ts'
import { type Point, readPoint } from '../../catalogue/listings/place.ts'
import { type Fault, faultSummary, protocolError } from '../../platform/http/http-error.ts'
import { foldText } from '../../platform/search-text.ts'
import type { Client } from '../../requests/access/account-reads.ts'

/**
 * Resolves a `location`: a latitude and longitude, or a city, a city and its state, or a postcode,
 * of an organization here with coordinates. No other service is used. Throws `invalid_parameter`,
 * which repeats the location.
 */
export const locate = async (
  organizations: Pick<OrganizationsService, 'locate'>,
  client: Client,
  location: string,
): Promise<Point> => {
  const parts = location.split(',').map((part) => part.trim())
  const point = readPoint(parts.join(','))
  if (point) return point
  const city = foldText(location)
  const whole = city === '' ? undefined : await organizations.locate(client, { city })
  if (whole) return whole
  const comma = location.lastIndexOf(',')
  const part = comma < 0 ? '' : foldText(location.slice(0, comma))
  const state = foldText(location.slice(comma + 1))
  const found = part === '' ? undefined : await organizations.locate(client, { city: part, state })
  if (found) return found
  const message = `"${location}" is neither a latitude and longitude nor the city or postcode of an organization here`
  const fault: Fault = { field: 'location', code: 'invalid_value', message }
  throw protocolError('invalid_parameter', { errors: [fault], message: faultSummary([fault]) })
}
