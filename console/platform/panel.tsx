import { type ReactNode, useId } from 'react'
import classes from './panel.module.css'

type PanelProps = {
  title: string
  /** A small element at the end of the heading: a state or a link. */
  aside?: ReactNode
  children: ReactNode
}

/** A part of a page under its heading. */
export const Panel = ({ title, aside, children }: PanelProps) => {
  const id = useId()
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
        {aside && <span className={classes.aside}>{aside}</span>}
      </div>
      {children}
    </section>
  )
}
