import { element } from './dom.js'

const path = '/docs/test-key'

/**
 * Offers a key of staging, which the server creates without signing in only for somebody at its own machine.
 *
 * @param {{ isOffered: () => boolean, use: (key: string) => void }} options
 */
export const testKeyButton = ({ isOffered, use }) => {
  const button = element('button', { type: 'button', class: 'link' }, 'Get a test key')
  const problem = element('span', { role: 'status' })
  const shown = element('p', { class: 'hint' }, button, ' ', problem)
  shown.hidden = true
  /** @type {Promise<boolean> | undefined} */
  let isOpen
  const refresh = async () => {
    problem.textContent = ''
    if (!isOffered()) {
      shown.hidden = true
      return
    }
    isOpen ??= fetch(path).then(
      ({ status }) => status === 204,
      () => false,
    )
    const isThere = await isOpen
    shown.hidden = !isThere || !isOffered()
  }
  button.addEventListener('click', async () => {
    button.disabled = true
    problem.textContent = ''
    try {
      const response = await fetch(path, { method: 'POST', body: new URLSearchParams() })
      if (response.status === 429) problem.textContent = 'Too many test keys were created. Use one of them.'
      else if (response.status !== 201) throw new Error(String(response.status))
      else use((await response.json()).key)
    } catch {
      problem.textContent = 'We couldn\u2019t create a key. Try again.'
    } finally {
      button.disabled = false
    }
  })
  return { shown, refresh }
}
