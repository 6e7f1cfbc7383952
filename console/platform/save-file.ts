/** Downloads a file in the browser. */
export const saveFile = (name: string, text: string, type: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** A table for spreadsheets, with the byte order mark that Excel needs to detect UTF-8. */
export const saveCsv = (name: string, text: string): void =>
  saveFile(name, `\uFEFF${text.replace(/^\uFEFF/, '')}`, 'text/csv')
