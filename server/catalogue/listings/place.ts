export type Point = { lat: number; lng: number }

const EARTH_KM = 6_371.0088
const KM_A_MILE = 1.609344
const KM_A_DEGREE = (Math.PI / 180) * EARTH_KM

/** Great-circle distance (haversine), in metres. */
export const metresBetween = (one: Point, other: Point): number => {
  const lat = radians(other.lat - one.lat)
  const lng = radians(other.lng - one.lng)
  const square =
    Math.sin(lat / 2) ** 2 + Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * Math.sin(lng / 2) ** 2
  return Math.round(2 * EARTH_KM * 1_000 * Math.asin(Math.min(1, Math.sqrt(square))))
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** Parses `52.52,13.40`; undefined if the text is not a point. */
export const readPoint = (text: string): Point | undefined => {
  const [lat, lng, ...rest] = text.split(',').map(readNumber)
  if (lat === undefined || lng === undefined || rest.length > 0) return undefined
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : undefined
}

/** Parses `50km` or `30mi` to metres; undefined if the text is not a distance. */
export const readDistance = (text: string): number | undefined => {
  const unit = text.slice(-2)
  const amount = readNumber(text.slice(0, -2))
  if (amount === undefined || amount <= 0 || !['km', 'mi'].includes(unit)) return undefined
  return amount * 1_000 * (unit === 'mi' ? KM_A_MILE : 1)
}

const readNumber = (text: string): number | undefined =>
  text.length <= 20 && /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined

/** A box that contains everything within a distance. Without `lng` if it includes a pole, where all meridians meet. */
export type Box = { south: number; north: number; lng: readonly (readonly [number, number])[] }

const everyMeridian = [[-180, 180]] as const

export const boxAround = ({ lat, lng }: Point, metres: number): Box => {
  // A little larger than needed, because distances are then checked exactly.
  const degrees = (metres / 1_000 / KM_A_DEGREE) * 1.001 + 0.001
  const [south, north] = [lat - degrees, lat + degrees]
  if (south <= -90 || north >= 90) return { south, north, lng: everyMeridian }
  const sine = Math.sin(radians(degrees)) / Math.cos(radians(lat))
  if (sine >= 1) return { south, north, lng: everyMeridian }
  const width = (Math.asin(sine) * 180) / Math.PI
  const [west, east] = [lng - width, lng + width]
  if (west < -180)
    return {
      south,
      north,
      lng: [
        [west + 360, 180],
        [-180, east],
      ],
    }
  if (east > 180)
    return {
      south,
      north,
      lng: [
        [west, 180],
        [-180, east - 360],
      ],
    }
  return { south, north, lng: [[west, east]] }
}
