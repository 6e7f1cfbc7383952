/** The colours of fur and feathers as the tables of animals name them, and as profiles do. */
const colors = {
  golden: ['golden'],
  black: ['black'],
  blackAndWhite: ['black', 'white'],
  brownAndWhite: ['brown', 'white'],
  chocolate: ['chocolate'],
  grey: ['grey'],
  blue: ['blue grey'],
  cream: ['cream', 'brown'],
  ginger: ['ginger'],
  white: ['white', 'tan'],
  bay: ['bay'],
  dun: ['dun'],
  green: ['green', 'yellow'],
  skyBlue: ['blue', 'white'],
  shell: ['brown', 'olive'],
} satisfies Record<string, string[]>

export type CoatName = keyof typeof colors

export const colorsOf = (coat: CoatName): string[] => colors[coat]
