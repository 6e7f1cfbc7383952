/** The number of decimals of a currency: 2 for EUR, none for JPY. */
export const currencyDigits = (currency: string): number => {
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency })
    return format.resolvedOptions().maximumFractionDigits ?? 2
  } catch {
    // It is still being typed.
    return 2
  }
}
