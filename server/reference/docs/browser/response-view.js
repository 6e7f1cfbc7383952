import { element } from './dom.js'
import { jsonView } from './json-view.js'
import { grouped, limitsIn } from './limits.js'

/** More of a stream or of a body is not kept on the page. */
const MAX_SHOWN = 1_000_000

/** Where the response of a panel is shown. */
export const responseView = () => {
  const status = element('p', { class: 'status', role: 'status' })
  const headers = element('dl', {})
  const details = element('details', { open: '' }, element('summary', {}, 'Headers'), headers)
  const body = element('pre', { tabindex: '0' })
  const card = element('section', { class: 'code response', 'aria-label': 'Response' }, status, body, details)
  clear()
  return { card, clear, fail, show, stopped }

  function clear() {
    status.replaceChildren('Press Send to see the response.')
    details.hidden = true
    body.hidden = true
  }

  /** @param {string} message */
  function fail(message) {
    clear()
    status.replaceChildren(message)
  }

  function stopped() {
    // What has arrived stays.
    if (body.hidden) fail('Stopped.')
    else status.append(' · stopped')
  }

  /**
   * Shows a response while it arrives.
   *
   * @param {Response} response
   * @param {number} tookMs
   */
  async function show(response, tookMs) {
    const kind = response.ok || response.status === 304 ? 'good' : 'bad'
    const time = `${Math.round(tookMs)} ms`
    const code = element('b', { class: kind }, `${response.status} ${response.statusText}`.trim())
    status.replaceChildren(code, ` · ${time}`)
    headers.replaceChildren(...headerRows(response.headers))
    details.hidden = false
    body.hidden = false
    body.replaceChildren()
    const length = await read(response)
    status.append(` · ${grouped(length)} bytes`)
    body.hidden = length === 0
  }

  /** @param {Response} response */
  async function read(response) {
    const decoder = new TextDecoder()
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
    let length = 0
    let text = ''
    for await (const chunk of response.body ?? []) {
      length += chunk.length
      text = (text + decoder.decode(chunk, { stream: true })).slice(-MAX_SHOWN)
      if (isStream) showStream(text)
    }
    if (!isStream) body.replaceChildren(jsonView(text))
    return length
  }

  /** @param {string} text */
  function showStream(text) {
    const isAtEnd = body.scrollTop + body.clientHeight >= body.scrollHeight - 20
    body.textContent = text
    if (isAtEnd) body.scrollTop = body.scrollHeight
  }
}

/** What is of the connection, or for the browser alone. */
const isOfTransport = (/** @type {string} */ name) =>
  /^(?:access-control-|connection$|keep-alive$|transfer-encoding$)/.test(name)

/**
 * The limits first.
 *
 * @param {Headers} headers
 */
const headerRows = (headers) => {
  const isLimit = (/** @type {string} */ name) => /^(?:x-)?ratelimit|^retry-after$/.test(name)
  const shown = [...headers].filter(([name]) => !isOfTransport(name))
  const rows = shown.toSorted(([one], [other]) => Number(isLimit(other)) - Number(isLimit(one)))
  return rows.map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, value)))
}

/** How much of the limits is left, as a bar and in words. */
export const limitView = () => {
  const bar = element('progress', { max: '1', value: '1', 'aria-label': 'Requests left' })
  const words = element('span')
  const shown = element('p', { class: 'limit' }, bar, words)
  shown.hidden = true
  return {
    shown,
    /** @param {Headers} headers */
    show(headers) {
      const limits = limitsIn(headers)
      shown.hidden = !limits
      if (!limits) return
      bar.max = limits.limit
      bar.value = limits.remaining
      const seconds = Math.max(0, limits.reset - Math.floor(Date.now() / 1000))
      const until = seconds > 90 ? `${Math.ceil(seconds / 60)} min` : `${seconds} s`
      words.textContent = `${grouped(limits.remaining)} of ${grouped(limits.limit)} left, resets in ${until}`
    },
  }
}
