import assert from 'node:assert/strict'

/** The part of a printed document that its template writes. */
export const documentText = (html: string): string => {
  const [, text] = /<div class="text">([\s\S]*)<\/div><p class="foot">/.exec(html) ?? []
  assert.ok(text !== undefined, html.slice(0, 200))
  return text
}
