/** The version of this package. */
export const version = '1.4.0'

/** Browsers have their own, and would ask another origin's leave to send this one. */
const isBrowser = 'document' in globalThis || 'importScripts' in globalThis

/** The `User-Agent` of requests; undefined in browsers. */
export const userAgent = isBrowser ? undefined : `adoption-store-client/${version}`
