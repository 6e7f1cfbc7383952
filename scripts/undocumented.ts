import { globSync, readFileSync } from 'node:fs'

const FILES = '{server,sdk,console,embed,scripts,bench}/**/*.{ts,tsx,mjs}'
const EXCLUDED = ['**/node_modules/**', '**/dist/**', '**/*.test.ts', '**/*.gen.ts', import.meta.filename]

/** How undocumented members of Node.js and its libraries are marked or named. */
const undocumented: readonly RegExp[] = [
  // `socket._handle`, `message['_header']`: members that begin with an underscore.
  /(?:\.|\[['"])_[a-zA-Z]\w*/,
  // `parser.onIncoming`, `socket.parser`, `HTTPParser.kOnExecute`: the parser of Node's HTTP server.
  /\b(?:HTTPParser|kOn[A-Z]\w*|onIncoming|onParserExecute|httpAllowHalfOpen)\b|\bsocket\.parser\b/,
  // Bindings, and modules behind a flag.
  /\bprocess\.binding\b|\binternalBinding\b|--expose[-_]internals|\bgetOwnPropertySymbols\b/,
  // The connection of a `pg` client, and its internal state.
  /\bclient\w*\.(?:connection|processID|secretKey|activeQuery|connectionParameters)\b/,
  // A cast that adds methods to a value of a library.
  /\bas \w+ & \{[^}]*\(/,
]

/** The lines that use undocumented members of Node.js or of a library, as `file:line: text`. */
export const undocumentedIn = (file: string, text: string): string[] =>
  text.split('\n').flatMap((line, at) => {
    const code = line.replace(/^\s*(?:\/\/|\*|\/\*).*$/, '')
    return undocumented.some((form) => form.test(code)) ? [`${file}:${at + 1}: ${line.trim()}`] : []
  })

/** The whole program: server, client, console, gallery and scripts, but not the tests. */
export const undocumentedUses = (root: URL): string[] =>
  globSync(FILES, { cwd: root, exclude: EXCLUDED }).flatMap((file) =>
    undocumentedIn(file, readFileSync(new URL(file, root), 'utf8')),
  )
