/**
 * Seconds to wait after a 429.
 *
 * @param {Response} response
 */
export const secondsToWait = ({ status, headers }) => {
  const seconds = Number(headers.get('Retry-After') ?? Number.NaN)
  return status === 429 && seconds > 0 ? seconds : undefined
}

/** @param {number} seconds */
const inWords = (seconds) => {
  if (seconds < 120) return `${seconds} s`
  return seconds < 7200 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 3600)} h`
}

/**
 * After a 429 nothing is sent with the same key until it may be: going on counts as a strike.
 *
 * @typedef {{ base: string, key: string }} Access
 * @param {HTMLButtonElement} send
 */
export const waiting = (send) => {
  /** When each may send again, on the clock of this page. @type {Map<string, number>} */
  const until = new Map()
  let current = ''
  let timer = 0
  const show = () => {
    clearTimeout(timer)
    const seconds = Math.ceil(((until.get(current) ?? 0) - performance.now()) / 1_000)
    send.disabled = seconds > 0
    send.textContent = seconds > 0 ? `Rate limit reached. Try again in ${inWords(seconds)}` : 'Send'
    if (seconds > 0) timer = setTimeout(show, 1_000)
  }
  const check = (/** @type {Access} */ { base, key }) => {
    current = `${base} ${key}`
    show()
  }
  return {
    check,
    /**
     * @param {Access} access
     * @param {number} seconds
     */
    begin(access, seconds) {
      until.set(`${access.base} ${access.key}`, performance.now() + seconds * 1_000)
      check(access)
    },
  }
}
