/**
 * An environment variable; undefined if it is empty, and where there are none, as in browsers. Bundlers must not replace
 * it: a key would be published with the page.
 */
export const environmentVariable = (name: string): string | undefined => {
  // Node.js, Bun, Deno and workers with Node.js compatibility have it; the types are those of the web.
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } }
  return process?.env?.[name] || undefined
}
