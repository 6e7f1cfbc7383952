/** Folds text for comparison: without accents and capitals. */
export const foldText = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase()
