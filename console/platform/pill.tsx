import type { ReactNode } from 'react'
import classes from './pill.module.css'

export type Tone = 'ok' | 'hold' | 'bad' | 'info' | 'plain'

/** A state in a word, with its colour. */
export const Pill = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className={classes.pill} data-tone={tone}>
    {children}
  </span>
)
