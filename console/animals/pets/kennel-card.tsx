import type { Photo, Profile } from '@adoption-store/client'
import {
  ageText,
  breedText,
  companions,
  sexLabels,
  sizeLabels,
  traits,
} from '../profiles/profile-labels.ts'
import { isLong } from './animal-text.ts'
import classes from './kennel-card.module.css'

type CardProps = { id: string; name: string; profile: Profile; photo: Photo | undefined }

/** A card for the door of a kennel: half a sheet of paper. */
export const KennelCard = ({ id, name, profile, photo }: CardProps) => {
  const facts = [
    profile.sex && sexLabels[profile.sex],
    ageText(profile),
    profile.size && sizeLabels[profile.size],
  ]
  const image = photo && largest(photo)
  return (
    <article className={classes.card} aria-label={name}>
      {image && (
        <img
          src={image.url}
          alt={photo.alt ?? ''}
          width={image.width}
          height={image.height}
          style={
            photo.focus && { objectPosition: `${photo.focus.x * 100}% ${photo.focus.y * 100}%` }
          }
        />
      )}
      <div className={classes.words}>
        <h2 dir="auto" data-long={isLong(name) || undefined}>
          {name}
        </h2>
        <p className={classes.facts}>
          {[breedText(profile), ...facts].filter(Boolean).join(' · ')}
        </p>
        <ul>
          {knownOf(profile).map(([label, isTrue]) => (
            <li key={label} data-is={isTrue}>
              {isTrue ? '✓' : '✕'} {label}
            </li>
          ))}
        </ul>
        {profile.description && <p dir="auto">{shortened(profile.description)}</p>}
        <p className={classes.number}>#{id}</p>
      </div>
    </article>
  )
}

const largest = ({ variants }: Photo) => variants.toSorted((a, b) => b.width - a.width)[0]

/** Known facts. Unknown ones are not on the card. */
const knownOf = (profile: Profile): [label: string, isTrue: boolean][] =>
  [
    ...entries(companions).map(([key, label]) => [label, profile.goodWith[key]] as const),
    ...entries(traits).map(([key, label]) => [label, profile[key]] as const),
  ].flatMap(([label, value]): [string, boolean][] => (value === null ? [] : [[label, value]]))

const entries = <Key extends string>(labels: Readonly<Record<Key, string>>) =>
  Object.entries(labels) as [Key, string][]

const MAX_STORY = 420

/** Ends with a full sentence if possible. */
const shortened = (text: string): string => {
  if (text.length <= MAX_STORY) return text
  const cut = text.slice(0, MAX_STORY)
  const end = Math.max(cut.lastIndexOf('. '), cut.lastIndexOf('.\n'))
  return end > MAX_STORY / 2 ? cut.slice(0, end + 1) : `${cut.slice(0, cut.lastIndexOf(' '))}…`
}
