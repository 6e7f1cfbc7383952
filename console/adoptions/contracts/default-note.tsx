import { Text } from '@mantine/core'
import { readersWriting } from './writing.ts'

/** Languages of default texts, and whether somebody who speaks them has read the texts. */
const isRead: Readonly<Record<string, boolean>> = {
  en: true,
  es: true,
  de: false,
  fr: false,
  it: false,
  nl: false,
  pt: false,
}

/** Says that a default text follows the language of the reader, and that a text of their own does not. */
export const DefaultNote = () => {
  const { language } = new Intl.Locale(readersWriting.locale)
  const shown = language in isRead ? language : 'en'
  const name = new Intl.DisplayNames('en', { type: 'language' }).of(shown) ?? shown
  return (
    <Text size="sm" c="dimmed" mb={14}>
      This is our default text in {name}. It is printed in the language of the user’s browser. Your own text is printed
      as you write it, in every language.
      {isRead[shown] === false && ' This is a machine translation: read it before you use it.'}
    </Text>
  )
}
