/** The user's locale and time zone, for texts that the API writes. */
const { locale, timeZone } = new Intl.DateTimeFormat().resolvedOptions()

export const readersWriting = { locale, timeZone }
