// Names that somebody has typed in, for mail to an address that the same person may have named: nobody advertises by it.

/** How people are greeted; undefined for what mail programs would make a link of, or is no name. */
export const greetedName = (name: string): string | undefined =>
  name.length > MAX_NAME || /:\/\/|@|\.\p{L}{2}/u.test(name) ? undefined : name

const MAX_NAME = 80

export const greetingTo = (name: string): string => {
  const greeted = greetedName(name)
  return greeted === undefined ? 'Hello,' : `Hello ${greeted},`
}

/** An organization or an animal: it reads the same, and mail programs make no link of it. */
export const unlinkedName = (name: string): string =>
  name.replaceAll('://', ': //').replace(/\.(?=\p{L}{2})/gu, '\u2024')
