import type { Photo } from '@adoption-store/client'
import { Text } from '@mantine/core'
import type { KeyboardEvent, MouseEvent } from 'react'
import { srcOf, srcSetOf } from './photo-list.ts'
import classes from './photos.module.css'

type Point = { x: number; y: number }

type FocusPointProps = {
  photo: Photo
  /** By how many quarters the photo is rotated, clockwise. */
  turns: number
  /** A point of the rotated photo. */
  focus: Point
  canChange: boolean
  onChange: (focus: Point) => void
}

export const CENTRE: Point = { x: 0.5, y: 0.5 }

const STEP = 0.05
const steps: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
}

/** The photo, and the point that stays in view where it is cropped: set by a click or moved by the arrow keys. */
export const FocusPoint = ({ photo, turns, focus, canChange, onChange }: FocusPointProps) => {
  const click = (event: MouseEvent) => {
    // Enter and the space bar click without coordinates.
    if (event.detail === 0) return
    const box = event.currentTarget.getBoundingClientRect()
    onChange({
      x: within((event.clientX - box.left) / box.width),
      y: within((event.clientY - box.top) / box.height),
    })
  }
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    onChange({ x: within(focus.x + step[0]), y: within(focus.y + step[1]) })
  }
  return (
    <div>
      <button
        type="button"
        className={classes.focus}
        disabled={!canChange}
        style={frameOf(photo, turns)}
        aria-label={`Point to keep in view: ${percent(focus.x)} from the left, ${percent(focus.y)} from the top. Move it with the arrow keys.`}
        onClick={click}
        onKeyDown={press}
      >
        <img
          src={srcOf(photo)}
          srcSet={srcSetOf(photo)}
          sizes="600px"
          alt={photo.alt ?? ''}
          style={turnedImage(photo, turns)}
        />
        <span style={{ left: percent(focus.x), top: percent(focus.y) }} />
      </button>
      {canChange && (
        <Text size="sm" c="dimmed" mt={8} ta="center">
          Choose the part that must stay in view where the photo is cropped.
        </Text>
      )}
    </div>
  )
}

const within = (share: number): number => Math.round(Math.min(1, Math.max(0, share)) * 100) / 100
const percent = (share: number): string => `${Math.round(share * 100)}%`

export const isSamePoint = (one: Point, other: Point): boolean =>
  within(one.x) === within(other.x) && within(one.y) === within(other.y)

/** The same point of the picture, after so many quarter turns. */
export const turnedPoint = ({ x, y }: Point, turns: number): Point => {
  const points = [
    { x, y },
    { x: within(1 - y), y: x },
    { x: within(1 - x), y: within(1 - y) },
    { x: y, y: within(1 - x) },
  ]
  return points[turns] ?? { x, y }
}

/** Width by height of the rotated photo. */
const ratioOf = ({ width, height }: Photo, turns: number): number => (turns % 2 === 1 ? height / width : width / height)

const frameOf = (photo: Photo, turns: number) => {
  const ratio = ratioOf(photo, turns)
  return { aspectRatio: ratio, width: `min(100%, calc(46vh * ${ratio}))` }
}

/** A photo on its side is as wide as its frame is high. */
const turnedImage = (photo: Photo, turns: number) => {
  const ratio = turns % 2 === 1 ? ratioOf(photo, turns) : 1
  return {
    width: `${100 / ratio}%`,
    height: `${100 * ratio}%`,
    transform: `translate(-50%, -50%) rotate(${turns * 90}deg)`,
  }
}
