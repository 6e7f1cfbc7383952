/** How the reader writes days and money, for what the API writes. */
const { locale, timeZone } = new Intl.DateTimeFormat().resolvedOptions()

export const readersWriting = { locale, timeZone }
