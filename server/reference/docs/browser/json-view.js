import { element } from './dom.js'
import { indented, tokensOf } from './json-text.js'

/** Longer texts are shown without colours: each colour is an element. */
const MAX_COLOURED = 200_000

/** @type {Readonly<Record<string, string>>} */
const classes = {
  key: 'hljs-attr',
  string: 'hljs-string',
  number: 'hljs-number',
  literal: 'hljs-literal',
}

/**
 * A JSON text with line breaks and colours, its numbers as they were sent; any other text as it is.
 *
 * @param {string} text
 * @returns {DocumentFragment}
 */
export const jsonView = (text) => {
  const shown = document.createDocumentFragment()
  const tokens = tokensOf(text)
  if (!tokens) shown.append(text)
  else if (text.length > MAX_COLOURED)
    shown.append(
      indented(tokens)
        .map((token) => token.text)
        .join(''),
    )
  else {
    for (const { kind, text: part } of indented(tokens)) {
      const name = classes[kind]
      shown.append(name ? element('span', { class: name }, part) : part)
    }
  }
  return shown
}

/**
 * A command with its texts coloured.
 *
 * @param {string} command
 */
export const commandView = (command) => {
  const shown = document.createDocumentFragment()
  for (const part of command.split(/('[^']*'|"[^"]*")/)) {
    const isText = /^['"]/.test(part)
    shown.append(isText ? element('span', { class: 'hljs-string' }, part) : part)
  }
  return shown
}
