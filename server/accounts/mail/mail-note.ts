import type { Language } from '../../platform/language.ts'
import type { MailContent } from './mail.ts'
import type { MailBlock } from './mail-text.ts'
import { mailTexts } from './mail-texts.ts'

/** The text of a mail, with a note if a machine has translated it. */
export const withNote = ({ text, isOwnText = false }: MailContent, language: Language): readonly MailBlock[] => {
  const note = mailTexts[language].machineTranslated
  return note === '' || isOwnText ? text : [...text, note]
}
