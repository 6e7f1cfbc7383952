import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import classes from './page-head.module.css'

/** The heading of a page with its actions. It takes the focus, so that screen readers announce the page. */
export const PageHead = ({ title, children }: { title: string; children?: ReactNode }) => {
  const heading = usePageTitle(title)
  return (
    <div className={classes.head}>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children && <div className={classes.actions}>{children}</div>}
    </div>
  )
}

/** Sets the title of the page, and focuses its heading. */
export const usePageTitle = (title: string): RefObject<HTMLHeadingElement | null> => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Animal Adoption Store`
    // Never while the user is typing.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [title])
  return heading
}
