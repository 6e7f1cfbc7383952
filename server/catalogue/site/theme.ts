/** Red, green and blue, from 0 to 1. */
type Rgb = readonly [number, number, number]

/** The accent colours of a theme, by their tokens in `site.css`. */
export type Accent = Record<'accent' | 'accent-ink' | 'accent-soft' | 'accent-text', string>

/** The backgrounds of text. */
const surfaces = {
  light: { paper: '#faf8f4', surface: '#ffffff' },
  dark: { paper: '#171512', surface: '#1f1d19' },
} as const

/** The contrast of text (WCAG 2.2, 1.4.3), plus a margin for rounding. */
const ENOUGH = 4.6

/** Parses `#1d6b4f` or `#1d6`; undefined if the text is not a colour. */
export const readColor = (text: string): string | undefined => {
  const [, digits] = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text) ?? []
  if (digits === undefined) return undefined
  const whole = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits
  return `#${whole.toLowerCase()}`
}

/** The accents of both themes: the colour, darkened or lightened until it is readable. */
export const accentsOf = (color: string): { light: Accent; dark: Accent } => ({
  light: accentOn(color, 'light'),
  dark: accentOn(color, 'dark'),
})

const accentOn = (color: string, theme: 'light' | 'dark'): Accent => {
  const { paper, surface } = surfaces[theme]
  const away = theme === 'light' ? '#000000' : '#ffffff'
  // Readable as text on either surface, and as the background of a button.
  const accent = until(color, away, (one) => [paper, surface].every((below) => contrast(one, below) >= ENOUGH))
  const soft = mix(paper, accent, theme === 'light' ? 0.12 : 0.16)
  const dark = mix(accent, '#000000', 0.85)
  return {
    accent,
    'accent-ink': contrast('#ffffff', accent) >= contrast(dark, accent) ? '#ffffff' : dark,
    'accent-soft': soft,
    'accent-text': until(accent, away, (one) => contrast(one, soft) >= ENOUGH),
  }
}

/** The first colour between two others that is good enough. */
const until = (color: string, to: string, isEnough: (color: string) => boolean): string => {
  for (let part = 0; part < 1; part += 0.02) {
    const mixed = mix(color, to, part)
    if (isEnough(mixed)) return mixed
  }
  return to
}

/** From 1 to 21. */
export const contrast = (one: string, other: string): number => {
  const [lighter = 0, darker = 0] = [one, other].map(luminance).sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

const luminance = (color: string): number => {
  const [red, green, blue] = rgbOf(color).map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  ) as unknown as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const mix = (from: string, to: string, part: number): string => {
  const ends = [rgbOf(from), rgbOf(to)] as const
  const parts = [0, 1, 2].map((at) => (ends[0][at] ?? 0) * (1 - part) + (ends[1][at] ?? 0) * part)
  return `#${parts
    .map((each) =>
      Math.round(each * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

const rgbOf = (color: string): Rgb => {
  const number = Number.parseInt(color.slice(1), 16)
  return [(number >> 16) / 255, ((number >> 8) & 255) / 255, (number & 255) / 255]
}
