import type { Language } from '../../platform/language.ts'
import { mailTexts } from './mail-texts.ts'

// Names that people typed. Somebody may have entered a stranger's address, and a name must not
// carry a message or a link to strangers.

const MAX_NAME = 40

/**
 * A name for mail: letters, spaces, `'`, `-`, `.` and at most 40 characters, which mail programs
 * do not turn into a link. Undefined if no letter is left.
 *
 *     mailName('Bo at www.evil.example/now') // 'Bo at www. evil. example now'
 */
export const mailName = (name: string): string | undefined => reduced(name, /[^\p{L}\p{M}'. -]+/gu)

/**
 * A name that the staff have set, such as that of the shelter or of an animal: it also keeps digits, `&` and `+`.
 *
 *     staffName('K9 Lifeline & Friends') // the same
 */
export const staffName = (name: string): string | undefined => reduced(name, /[^\p{L}\p{M}\p{N}'.&+ -]+/gu)

const reduced = (name: string, removed: RegExp): string | undefined => {
  const text = name
    .slice(0, 10 * MAX_NAME)
    .normalize('NFC')
    .replace(/[\u2018\u2019\u02bc`´]/g, "'")
    .replace(/[\u2010-\u2015]/g, '-')
    .replace(removed, ' ')
    // Mail programs would take two words or numbers joined by a dot for a host.
    .replace(/\.(?=[\p{L}\p{M}\p{N}])/gu, '. ')
    .replace(/ +/g, ' ')
    .trim()
  const cut = [...text].slice(0, MAX_NAME).join('').trim()
  return /\p{L}/u.test(cut) ? cut : undefined
}

/** The name for a greeting; undefined if it is an address rather than a name. */
export const greetedName = (name: string): string | undefined =>
  /:\/\/|@|\.\p{L}{2}/u.test(name) ? undefined : mailName(name)

export const greetingTo = (name: string, language: Language): string => mailTexts[language].hello(greetedName(name))
