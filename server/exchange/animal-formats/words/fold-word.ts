/** Lower case without accents, as words of files are compared: `Größe` is `grosse`. */
export const foldWord = (text: string): string =>
  text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ß', 'ss').replaceAll('’', "'").trim()
