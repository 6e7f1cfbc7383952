import { type City, loadCities } from './cities.ts'

/** About 100 m: enough to measure distances, and less than the browser knows. */
const DIGITS = 3
const TIMEOUT_MS = 20_000

/** A position, and the city there if it is in the list. */
type Position = { lat: number; lng: number; city: City | undefined }

/** Browsers give the position to secure pages only. */
export const hasPosition = (): boolean => window.isSecureContext && 'geolocation' in navigator

/** Asks the browser where it is. Throws an error with a text for the user. */
export const findPosition = async (): Promise<Position> => {
  const { latitude, longitude } = (await ask()).coords
  const [lat, lng] = [rounded(latitude), rounded(longitude)]
  const cities = await loadCities().catch(() => undefined)
  return { lat, lng, city: cities?.nearest(lat, lng) }
}

const ask = (): Promise<GeolocationPosition> =>
  new Promise((resolve, reject) => {
    const fail = ({ code, PERMISSION_DENIED }: GeolocationPositionError) =>
      reject(
        new Error(
          code === PERMISSION_DENIED
            ? 'The browser did not share its position. You can type the city instead.'
            : 'The browser could not find its position. You can type the city instead.',
        ),
      )
    navigator.geolocation.getCurrentPosition(resolve, fail, { timeout: TIMEOUT_MS })
  })

const rounded = (degrees: number): number => Number(degrees.toFixed(DIGITS))
