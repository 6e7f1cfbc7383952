import { find } from './dom.js'

/** @typedef {{ name: string, origin: string }} PanelServer */

/**
 * Those that a panel can call: the environments that are known here, and the server of this page where it is neither of
 * them.
 *
 * @returns {PanelServer[]}
 */
export const readServers = () => {
  const { production, staging } = JSON.parse(find('main').dataset.servers ?? '{}')
  // An address without a host is on the server of this page.
  const servers = [
    { name: 'Production', address: production },
    { name: 'Staging', address: staging },
  ].flatMap(({ name, address }) =>
    address === undefined ? [] : [{ name, origin: /^https?:/.test(address) ? address : location.origin + address }],
  )
  const isKnown = servers.some(({ origin }) => origin === location.origin)
  return isKnown ? servers : [...servers, { name: 'This server', origin: location.origin }]
}

// The key lasts as long as the tab, and is sent to the server that it was typed for: never to another environment.

/** @param {string} origin */
export const readKey = (origin) => {
  try {
    return sessionStorage.getItem(`docs-key ${origin}`) ?? ''
  } catch {
    return ''
  }
}

/**
 * @param {string} origin
 * @param {string} key
 */
export const keepKey = (origin, key) => {
  try {
    if (key === '') sessionStorage.removeItem(`docs-key ${origin}`)
    else sessionStorage.setItem(`docs-key ${origin}`, key)
  } catch {
    // It lasts as long as the page.
  }
}
