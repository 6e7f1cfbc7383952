import type { ReactNode } from 'react'
import { useEffect, useLayoutEffect } from 'react'
import { PawIcon } from '../platform/icons.tsx'
import { Animals } from './animals-drawing.tsx'
import { removeEarlyPage } from './early-form.ts'
import classes from './welcome.module.css'

type WelcomeProps = {
  title: string
  lead: ReactNode
  children: ReactNode
  /** Below the form: where to get help. */
  foot?: ReactNode
}

/** The frame of the pages before somebody is signed in. */
export const Welcome = ({ title, lead, children, foot }: WelcomeProps) => {
  useLayoutEffect(removeEarlyPage, [])
  useEffect(() => {
    document.title = `${title} · Animal Adoption Store`
  }, [title])
  return (
    <div className={classes.page}>
      <main className={classes.form}>
        <div className={classes.brand}>
          <span className={classes.mark}>
            <PawIcon size={20} />
          </span>
          Animal Adoption Store
        </div>
        <div className={classes.middle}>
          <h1>{title}</h1>
          <p className={classes.lead}>{lead}</p>
          {children}
        </div>
        <div className={classes.foot}>{foot}</div>
      </main>
      <div className={classes.art} aria-hidden="true">
        <Animals />
      </div>
    </div>
  )
}
