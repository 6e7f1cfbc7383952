import type { LabelName, Texts } from './languages/en.ts'

/** Some or all texts in the language of the page. */
export type Labels = Partial<Record<string, string>>

/** How texts, numbers and measures are written for a visitor. */
export type Wording = ReturnType<typeof wordingOf>

export const wordingOf = (language: string, defaults: Texts, labels: Labels) => {
  const locale = knownLocale(language)
  // Values that are not texts are mistakes of the page, and are ignored.
  const own = Object.entries(labels).filter(([, label]) => typeof label === 'string')
  const texts = new Map<string, string>([...Object.entries(defaults), ...(own as [string, string][])])

  const number = (value: number, options?: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(locale, options).format(value)
  const text = (name: LabelName, values: Record<string, string | number> = {}): string =>
    fillIn(texts.get(name) ?? name, values, number)

  return {
    locale,
    text,
    number,
    /**
     * The text of a value such as `species.dog`; the value itself if the store has values that this
     * script does not know.
     */
    value: (kind: string, value: string): string => texts.get(`${kind}.${value}`) ?? value,
    count: (n: number): string => {
      const name = `count.${new Intl.PluralRules(locale).select(n)}`
      return fillIn(texts.get(name) ?? text('count.other'), { n }, number)
    },
    measure: (value: number, unit: string, unitDisplay: 'long' | 'short' = 'long'): string =>
      number(value, { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 }),
    /** For an amount in minor units. */
    money: ({ amount, currency }: { amount: number; currency: string }): string => {
      const format = new Intl.NumberFormat(locale, {
        style: 'currency',
        currency,
        trailingZeroDisplay: 'stripIfInteger',
      })
      return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
    },
    list: (items: readonly string[]): string =>
      new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(items),
  }
}

const fillIn = (text: string, values: Record<string, string | number>, number: (value: number) => string): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    if (value === undefined) return whole
    return typeof value === 'number' ? number(value) : value
  })

const knownLocale = (language: string): string => {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'en'
  } catch {
    return 'en'
  }
}
