/** The values of some fields of a profile. */
export const species = [
  ...(['dog', 'cat', 'rabbit', 'smallFurry', 'bird'] as const),
  ...(['horse', 'reptile', 'fish', 'barnyard', 'other'] as const),
] as const
export const sexes = ['male', 'female'] as const
export const sizes = ['small', 'medium', 'large', 'extraLarge'] as const
export const coats = ['hairless', 'short', 'medium', 'long', 'wire', 'curly'] as const
export const companions = ['children', 'dogs', 'cats'] as const

export type Species = (typeof species)[number]
export type Sex = (typeof sexes)[number]
export type Size = (typeof sizes)[number]
export type Coat = (typeof coats)[number]
export type Companion = (typeof companions)[number]
