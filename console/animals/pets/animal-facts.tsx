import type { Profile } from '@adoption-store/client'
import { useShelter } from '../../session/shelter.ts'
import {
  ageText,
  coatLabels,
  companions,
  dayText,
  feeText,
  sexLabels,
  sizeLabels,
  traits,
  weightText,
} from '../profiles/profile-labels.ts'
import classes from './animal-view.module.css'

/** The facts that people ask about most. Unknown ones are a dash. */
export const AnimalFacts = ({ profile }: { profile: Profile }) => {
  const unit = useShelter()?.units.weight ?? 'kg'
  return (
    <dl className={classes.facts}>
      {factsOf(profile, unit).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd dir="auto">{value || '–'}</dd>
        </div>
      ))}
    </dl>
  )
}

const factsOf = (profile: Profile, unit: 'kg' | 'lb'): [name: string, value: string | undefined][] => {
  const { sex, size, coat, colors, microchip, birthDate, spayedNeutered } = profile
  const neutered = spayedNeutered ? (sex === 'male' ? 'neutered' : 'spayed') : undefined
  const coatText = joined([coat ? coatLabels[coat] : undefined, colors?.join(' and ')])
  return [
    ['Sex', joined([sex ? sexLabels[sex] : undefined, sex ? neutered : undefined])],
    ['Age', ageText(profile) ?? (birthDate ? dayText(birthDate) : undefined)],
    ['Size', joined([size ? sizeLabels[size] : undefined, weightText(profile, unit)])],
    ['Coat', coatText],
    ['Fee', feeText(profile)],
    ['Microchip', microchip ? spaced(microchip) : undefined],
  ]
}

const joined = (parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join(', ')

/** In groups of three, as people read it aloud. */
const spaced = (microchip: string): string => microchip.replace(/(.{3})(?=.)/g, '$1 ')

/** Yes, no or unknown, with a word and an icon each. */
export const AnimalTraits = ({ profile }: { profile: Profile }) => {
  const known: [label: string, value: boolean | null][] = [
    ...entries(companions).map(([key, label]): [string, boolean | null] => [label, profile.goodWith[key]]),
    ...entries(traits)
      .filter(([key]) => isOfInterest(key, profile))
      .map(([key, label]): [string, boolean | null] => [label, profile[key]]),
  ]
  return (
    <ul className={classes.traits} aria-label="Good to know">
      {known.map(([label, value]) => (
        <li
          key={label}
          data-is={value === null ? 'unknown' : value ? 'yes' : 'no'}
          aria-label={`${label}: ${value === null ? 'not known' : value ? 'yes' : 'no'}`}
        >
          {label}
        </li>
      ))}
    </ul>
  )
}

/** Only cats are declawed. */
const isOfInterest = (trait: keyof typeof traits, profile: Profile): boolean =>
  trait !== 'declawed' || profile.species === 'cat' || profile.declawed !== null

const entries = <Key extends string>(labels: Readonly<Record<Key, string>>) => Object.entries(labels) as [Key, string][]
