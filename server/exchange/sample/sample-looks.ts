import type { Coat, Look } from './drawing/picture.ts'

/** Colours of fur and feathers, and their names in profiles. */
const coats = {
  golden: { base: '#d9a55c', shade: '#b57f3d', light: '#f2d9a8' },
  black: { base: '#3a3532', shade: '#25211f', light: '#6b625c' },
  blackAndWhite: { base: '#3a3532', shade: '#25211f', light: '#faf6ef' },
  brownAndWhite: { base: '#6a4a37', shade: '#47301f', light: '#f5efe6' },
  chocolate: { base: '#6b4630', shade: '#4b2e1d', light: '#a97c5c' },
  grey: { base: '#9a9a98', shade: '#6f706f', light: '#d9d8d4' },
  blue: { base: '#7f8b98', shade: '#5b6672', light: '#b9c2cb' },
  cream: { base: '#efe0c8', shade: '#8a6a52', light: '#fbf4e8' },
  ginger: { base: '#dd9150', shade: '#b56a2e', light: '#f6dfc2' },
  white: { base: '#f6f1ea', shade: '#c9a37c', light: '#ffffff' },
  bay: { base: '#8b5a3a', shade: '#4e3323', light: '#f6efe6' },
  dun: { base: '#c9ab83', shade: '#8c7355', light: '#f1e6d3' },
  green: { base: '#8dbb5e', shade: '#5f9048', light: '#f0de7c' },
  skyBlue: { base: '#86b7d6', shade: '#5487ad', light: '#f4f2ea' },
  shell: { base: '#a98e56', shade: '#77603a', light: '#b9ad78' },
} satisfies Record<string, Coat>

export type CoatName = keyof typeof coats

const colors: Record<CoatName, string[]> = {
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
}

export const colorsOf = (coat: CoatName): string[] => colors[coat]

const scenes = ['garden', 'sofa', 'window', 'meadow', 'studio', 'kennel'] as const
const collars = ['#c44f3c', '#2f6f8f', '#e0b23f', '#b4475a', '#4f7f5b'] as const
const outside = new Set<Look['kind']>(['horse', 'tortoise'])
const bare = new Set<Look['kind']>(['rabbit', 'guineaPig', 'bird', 'horse', 'tortoise'])

type Features = Pick<Look, 'kind'> & Partial<Look> & { coatName: CoatName }

/** The look of the animal at a place in the list; neighbours get different backgrounds. */
export const lookOf = ({ coatName, ...features }: Features, place: number): Look =>
  ({
    coat: coats[coatName],
    scene: outside.has(features.kind)
      ? (['meadow', 'garden'] as const)[place % 2]
      : scenes[place % scenes.length],
    ...(!bare.has(features.kind) && place % 3 !== 2 && { collar: collars[place % collars.length] }),
    ...features,
  }) as Look
