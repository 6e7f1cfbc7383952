// Names that somebody has typed in. The same person may have named the address that the mail goes to, and a name is not to
// carry a message or a link to strangers.

const MAX_NAME = 40

/**
 * A name as mail shows it: letters, spaces, `'`, `-`, `.` and at most 40 characters, of which no mail program makes a link.
 * Undefined where no letter is left.
 *
 *     mailName('Bo at www.evil.example/now') // 'Bo at www. evil. example now'
 */
export const mailName = (name: string): string | undefined => {
  const text = name
    .slice(0, 10 * MAX_NAME)
    .normalize('NFC')
    .replace(/[\u2018\u2019\u02bc`´]/g, "'")
    .replace(/[\u2010-\u2015]/g, '-')
    .replace(/[^\p{L}\p{M}'. -]+/gu, ' ')
    // A dot before a letter would make a host of two words.
    .replace(/\.(?=[\p{L}\p{M}])/gu, '. ')
    .replace(/ +/g, ' ')
    .trim()
  const cut = [...text].slice(0, MAX_NAME).join('').trim()
  return /\p{L}/u.test(cut) ? cut : undefined
}

/** How people are greeted; undefined for what is an address rather than a name. */
export const greetedName = (name: string): string | undefined =>
  /:\/\/|@|\.\p{L}{2}/u.test(name) ? undefined : mailName(name)

export const greetingTo = (name: string): string => {
  const greeted = greetedName(name)
  return greeted === undefined ? 'Hello,' : `Hello ${greeted},`
}
