// What a live panel sends, and the same as a command.

/** @typedef {{ place: string, name: string, value: string }} Value */
/** @typedef {{ method: string, url: string, headers: [string, string][], body: string | File | undefined }} PanelRequest */

/**
 * @param {{
 *   base: string,
 *   method: string,
 *   path: string,
 *   values: readonly Value[],
 *   key: string,
 *   body: string | File | undefined,
 *   type: string | undefined,
 * }} asked
 * @returns {PanelRequest}
 */
export const requestOf = ({ base, method, path, values, key, body, type }) => {
  const filled = values.filter(({ value }) => value !== '')
  const at = (/** @type {string} */ place) => filled.filter((one) => one.place === place)
  const inPath = new Map(at('path').map(({ name, value }) => [name, value]))
  const target = path.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = inPath.get(name)
    return value === undefined ? whole : encodeURIComponent(value)
  })
  // A comma is allowed in a query, and lists are easier to read with it.
  const query = new URLSearchParams(at('query').map(({ name, value }) => [name, value]))
  const text = query.toString().replaceAll('%2C', ',')
  const contentType = body instanceof File ? body.type || 'application/octet-stream' : type
  return {
    method,
    url: `${base}${target}${text && `?${text}`}`,
    headers: [
      ...(key === '' ? [] : [/** @type {[string, string]} */ (['Authorization', `Bearer ${key}`])]),
      ...(body === undefined || !contentType ? [] : [/** @type {[string, string]} */ (['Content-Type', contentType])]),
      ...at('header').map(({ name, value }) => /** @type {[string, string]} */ ([name, value])),
    ],
    body,
  }
}

/**
 * The same with curl. The key is read from the environment: what is copied may be shown to others.
 *
 * @param {PanelRequest} request
 * @param {{ isStream?: boolean }} options
 */
export const curlOf = ({ method, url, headers, body }, { isStream = false } = {}) => {
  const isPlain = method === 'GET' || (method === 'POST' && body !== undefined)
  const start = `curl ${isStream ? '-N ' : ''}${isPlain ? '' : `-X ${method} `}${quoted(url)}`
  const shown = headers.map(([name, value]) =>
    name === 'Authorization' ? '-H "Authorization: Bearer $ADOPTION_KEY"' : `-H ${quoted(`${name}: ${value}`)}`,
  )
  const sent =
    body instanceof File
      ? [`--data-binary ${quoted(`@${body.name}`)}`]
      : body === undefined
        ? []
        : [`-d ${quoted(body)}`]
  return [start, ...shown, ...sent].join(' \\\n  ')
}

/** @param {string} text */
const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`
