import type { Profile } from '@adoption-store/client'

/** Labels of species for staff. */
export const speciesLabels: Readonly<Record<NonNullable<Profile['species']>, string>> = {
  dog: 'Dog',
  cat: 'Cat',
  rabbit: 'Rabbit',
  smallFurry: 'Small pet',
  bird: 'Bird',
  horse: 'Horse',
  reptile: 'Reptile',
  fish: 'Fish',
  barnyard: 'Farm animal',
  other: 'Other',
}
