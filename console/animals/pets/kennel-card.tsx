import type { Photo, Profile } from '@adoption-store/client'
import { encodeQR } from 'qr'
import {
  ageText,
  breedText,
  companions,
  feeText,
  sexLabels,
  sizeLabels,
  traits,
} from '../profiles/profile-labels.ts'
import { isLong } from './animal-text.ts'
import classes from './kennel-card.module.css'

type CardProps = {
  id: string
  name: string
  profile: Profile
  photo: Photo | undefined
  /** The name of the shelter, once it is known. */
  shelter: string | undefined
}

/** A card for the door of a kennel: half a sheet of paper. */
export const KennelCard = ({ id, name, profile, photo, shelter }: CardProps) => {
  const facts = [
    profile.sex && sexLabels[profile.sex],
    ageText(profile),
    profile.size && sizeLabels[profile.size],
  ]
  const image = photo && largest(photo)
  const fee = feeText(profile)
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
        <footer className={classes.foot}>
          <p>
            {shelter && <b dir="auto">{shelter}</b>}
            <span>No. {id}</span>
            {fee && <span>Adoption fee {fee}</span>}
          </p>
          <QrCode text={`${window.location.origin}/adopt/${id}`} />
        </footer>
      </div>
    </article>
  )
}

/** Leads to the animal's page. Black on white, with the quiet zone that scanners need. */
const QrCode = ({ text }: { text: string }) => {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 3 })
  const path = rows
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
    .join('')
  return (
    <svg
      className={classes.code}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label="QR code that leads to this animal's page"
    >
      <rect width={rows.length} height={rows.length} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
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
