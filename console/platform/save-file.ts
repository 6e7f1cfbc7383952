/** Gives the reader a file. */
export const saveFile = (name: string, text: string, type: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** A table for spreadsheets: with a byte order mark, without which Excel takes it for another encoding. */
export const saveCsv = (name: string, text: string): void =>
  saveFile(name, `\uFEFF${text.replace(/^\uFEFF/, '')}`, 'text/csv')
