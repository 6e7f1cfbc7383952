// What a reader chose. Where storage is switched off, choices last as long as the page.

/** @param {string} name */
export const readChoice = (name) => {
  try {
    return localStorage.getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
export const keepChoice = (name, value) => {
  try {
    localStorage.setItem(name, value)
  } catch {
    // It holds until the page is left.
  }
}
