/**
 * Returns an environment variable, or undefined if it is empty or the runtime has none, as in browsers. The code is
 * written so that bundlers do not replace it: they would publish a key with the page.
 */
export const environmentVariable = (name: string): string | undefined => {
  // Declared here because the web's types have no `process`.
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } }
  return process?.env?.[name] || undefined
}
