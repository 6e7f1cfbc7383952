// The only makers of elements: what comes from a server is text, whatever is in it.

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string>} attributes
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export const element = (name, attributes = {}, ...children) => {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children)
  return made
}

/**
 * The one element that a page always has there.
 *
 * @template {Element} [Found=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} within
 * @returns {Found}
 */
export const find = (selector, within = document) => {
  const found = within.querySelector(selector)
  if (!found) throw new Error(`no ${selector}`)
  return /** @type {Found} */ (found)
}

/**
 * @template {Element} [Found=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} within
 * @returns {Found[]}
 */
export const findAll = (selector, within = document) => [
  .../** @type {NodeListOf<Found>} */ (within.querySelectorAll(selector)),
]
