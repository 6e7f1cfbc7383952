/** A setting of the environment. `read` throws a text that says what is allowed. */
export type Setting<T> = {
  fallback: string | undefined
  meaning: string
  read: (text: string) => T
  /** Contains a password or a key, which can also be in the file that `<name>_FILE` names. */
  isSecret: boolean
  /** The previous name, which still works. */
  formerName: string | undefined
}

export const setting = <T, F extends string | undefined>(
  fallback: F,
  meaning: string,
  read: (text: string) => T,
): Setting<T> & { fallback: F } => ({
  fallback,
  meaning,
  read,
  isSecret: false,
  formerName: undefined,
})

/** A setting that is or contains a password or a key. */
export const secret = <T, F extends string | undefined>(
  fallback: F,
  meaning: string,
  read: (text: string) => T,
  { formerName }: { formerName?: string } = {},
): Setting<T> & { fallback: F } => ({
  fallback,
  meaning,
  read,
  isSecret: true,
  formerName,
})

/** The values of a table of settings. */
export type Values<S> = { [Name in keyof S]: Value<S[Name]> }
type Value<S> = S extends Setting<infer T> & { fallback: infer F } ? T | (F extends string ? never : undefined) : never

export const text = (value: string): string => value

export const wholeNumber =
  (least: number, most: number) =>
  (value: string): number => {
    const number = Number(value)
    if (/^\d+$/.test(value) && number >= least && number <= most) return number
    throw `must be a whole number from ${least} to ${most}`
  }

export const oneOf =
  <T extends string>(values: readonly T[]) =>
  (value: string): T => {
    const found = values.find((known) => known === value)
    if (found) return found
    throw `must be one of ${values.join(', ')}`
  }

export const flag = (value: string): boolean => oneOf(['true', 'false'])(value) === 'true'

/** Decodes a part of an address; undefined if a `%` encodes nothing. */
export const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
