import { globSync, readFileSync } from 'node:fs'

const FILES = '{server,sdk,console,embed,scripts,bench}/**/*.{ts,tsx,mjs}'
const EXCLUDED = [
  '**/node_modules/**',
  '**/dist/**',
  '**/*.test.ts',
  '**/*.gen.ts',
  import.meta.filename,
]

/** How the code of Node.js and of its libraries marks, or names, what is their own affair. */
const undocumented: readonly RegExp[] = [
  // `socket._handle`, `message['_header']`: a member that begins with an underscore.
  /(?:\.|\[['"])_[a-zA-Z]\w*/,
  // `parser.onIncoming`, `socket.parser`, `HTTPParser.kOnExecute`: the parser of Node's HTTP server.
  /\b(?:HTTPParser|kOn[A-Z]\w*|onIncoming|onParserExecute|httpAllowHalfOpen)\b|\bsocket\.parser\b/,
  // Bindings, and modules behind a flag.
  /\bprocess\.binding\b|\binternalBinding\b|--expose[-_]internals|\bgetOwnPropertySymbols\b/,
  // The connection below a client of `pg`, and what it keeps.
  /\bclient\w*\.(?:connection|processID|secretKey|activeQuery|connectionParameters)\b/,
  // A value of theirs taken for one with more methods than they declare.
  /\bas \w+ & \{[^}]*\(/,
]

/** The lines that use undocumented members of Node.js or of a library, as `file:line: text`. */
export const undocumentedIn = (file: string, text: string): string[] =>
  text.split('\n').flatMap((line, at) => {
    const code = line.replace(/^\s*(?:\/\/|\*|\/\*).*$/, '')
    return undocumented.some((form) => form.test(code)) ? [`${file}:${at + 1}: ${line.trim()}`] : []
  })

/** All of the program: server, client, console, gallery and scripts, but not the tests. */
export const undocumentedUses = (root: URL): string[] =>
  globSync(FILES, { cwd: root, exclude: EXCLUDED }).flatMap((file) =>
    undocumentedIn(file, readFileSync(new URL(file, root), 'utf8')),
  )
