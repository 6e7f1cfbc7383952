import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

type EmptyProps = {
  title: string
  /** A large icon above the title. */
  icon?: ReactNode
  children: ReactNode
  actions?: ReactNode
}

/** Shown instead of an empty list, with what to do next. */
export const EmptyState = ({ title, icon, children, actions }: EmptyProps) => (
  <div className={classes.empty}>
    {icon && <span className={classes.icon}>{icon}</span>}
    <h2>{title}</h2>
    <p>{children}</p>
    {actions && <div className={classes.actions}>{actions}</div>}
  </div>
)
