// JSON as text: numbers stay as they were sent, which JSON.parse would round beyond 2^53.

/** @typedef {'space' | 'key' | 'string' | 'number' | 'literal' | 'mark'} Kind */
/** @typedef {{ kind: Kind, text: string }} Token */

const pattern = /\s+|"[^"\\]*(?:\\.[^"\\]*)*"|-?[0-9][0-9.eE+-]*|true|false|null|[{}[\],:]/gy

/** @param {string} text */
const isJson = (text) => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/**
 * The tokens of a JSON text without its spaces; undefined for what is no JSON.
 *
 * @param {string} text
 * @returns {Token[] | undefined}
 */
export const tokensOf = (text) => {
  if (!isJson(text)) return undefined
  /** @type {Token[]} */
  const tokens = []
  for (const [part] of text.matchAll(pattern)) {
    const kind = kindOf(part)
    const before = tokens.at(-1)
    // A text is a key when a colon follows it.
    if (part === ':' && before) before.kind = 'key'
    if (kind !== 'space') tokens.push({ kind, text: part })
  }
  return tokens
}

/**
 * @param {string} part
 * @returns {Kind}
 */
const kindOf = (part) => {
  if (/^\s/.test(part)) return 'space'
  if (part.startsWith('"')) return 'string'
  if (/^[-0-9]/.test(part)) return 'number'
  return /^[tfn]/.test(part) ? 'literal' : 'mark'
}

/**
 * The same with line breaks, two spaces for each level.
 *
 * @param {readonly Token[]} tokens
 * @returns {Token[]}
 */
export const indented = (tokens) => {
  /** @type {Token[]} */
  const shown = []
  let level = 0
  const breakLine = () => shown.push({ kind: 'space', text: `\n${'  '.repeat(level)}` })
  for (const [at, token] of tokens.entries()) {
    const isFirst = isStart(tokens[at - 1]?.text)
    if (isEnd(token.text)) level -= 1
    if (isEnd(token.text) && !isFirst) breakLine()
    shown.push(token)
    if (isStart(token.text)) level += 1
    const isFollowed = isStart(token.text) && !isEnd(tokens[at + 1]?.text)
    if (isFollowed || token.text === ',') breakLine()
    if (token.text === ':') shown.push({ kind: 'space', text: ' ' })
  }
  return shown
}

/**
 * The members of an object, each as it is written; undefined for what is no object.
 *
 * @param {string} text
 * @returns {Map<string, string> | undefined}
 */
export const membersOf = (text) => {
  const tokens = tokensOf(text)
  if (tokens?.[0]?.text !== '{') return undefined
  /** @type {Map<string, string>} */
  const members = new Map()
  let level = 0
  let name = ''
  for (const { kind, text: part } of tokens.slice(1, -1)) {
    if (level === 0 && (part === ':' || part === ',')) continue
    if (level === 0 && kind === 'key') {
      name = JSON.parse(part)
      members.set(name, '')
      continue
    }
    if (isStart(part)) level += 1
    if (isEnd(part)) level -= 1
    members.set(name, members.get(name) + part)
  }
  return members
}

/** @param {string | undefined} part */
const isStart = (part) => part === '{' || part === '['

/** @param {string | undefined} part */
const isEnd = (part) => part === '}' || part === ']'
