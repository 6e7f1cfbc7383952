/** A key for one request. Also where the page is not served by HTTPS, which has no `randomUUID`. */
export const randomKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')
