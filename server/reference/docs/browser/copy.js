import { element, findAll } from './dom.js'

/**
 * Of a console only what was typed is copied, without its prompt and without what it answered.
 *
 * @param {string} text
 */
export const commandsOf = (text) => {
  const lines = text.split('\n')
  /** @type {(at: number) => boolean} */
  const isCommand = (at) =>
    (lines[at] ?? '').startsWith('$ ') || (at > 0 && (lines[at - 1] ?? '').endsWith('\\') && isCommand(at - 1))
  return lines
    .filter((_, at) => isCommand(at))
    .map((line) => line.replace(/^\$ /, ''))
    .join('\n')
}

/** @param {() => string} read */
export const copyButton = (read) => {
  const button = element('button', { type: 'button', class: 'copy' }, 'Copy')
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(read())
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 2_000)
  })
  return button
}

export const addCopyButtons = () => {
  // A page that is not served over TLS has no clipboard.
  if (!navigator.clipboard) return
  for (const card of findAll('.code')) {
    const last = findAll('pre', card).at(-1)
    last?.after(copyButton(() => textOf(card)))
  }
}

/**
 * What is shown of a card: one of several samples, or the only one.
 *
 * @param {HTMLElement} card
 */
const textOf = (card) => {
  const block = card.querySelector('label:has(:checked) + pre') ?? card.querySelector('pre')
  const text = block?.textContent ?? ''
  return block?.querySelector('.language-console') ? commandsOf(text) : text
}
