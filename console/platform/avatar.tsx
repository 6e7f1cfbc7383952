import type { ReactNode } from 'react'
import classes from './avatar.module.css'
import { initialsOf } from './initials.ts'

type AvatarProps = {
  name: string
  size?: number
  /** Shown instead of initials for anything but a person. */
  icon?: ReactNode
  isFaded?: boolean
}

/** A person in a circle. Hidden from screen readers, as the name is next to it. */
export const Avatar = ({ name, size = 32, icon, isFaded = false }: AvatarProps) => (
  <span
    className={classes.avatar}
    data-tone={isFaded ? 'faded' : icon ? 'icon' : undefined}
    style={{ width: size, height: size }}
    aria-hidden="true"
  >
    {icon || initialsOf(name)}
  </span>
)
