/** The version of this package. */
export const version = '1.4.0'

/** Browsers send their own, and would need a preflight request to send this one to another origin. */
const isBrowser = 'document' in globalThis || 'importScripts' in globalThis

/** The `User-Agent` of requests; undefined in browsers. */
export const userAgent = isBrowser ? undefined : `adoption-store-client/${version}`
