declare module 'virtual:cities' {
  /** A city in each line: see cities-plugin.mjs. */
  export const lines: string
}
