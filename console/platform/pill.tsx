import type { ReactNode } from 'react'
import classes from './pill.module.css'

/** A state in a word, with its colour. */
export const Pill = (props: { tone: 'ok' | 'hold' | 'bad' | 'info'; children: ReactNode }) => (
  <span className={classes.pill} data-tone={props.tone}>
    {props.children}
  </span>
)
