import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { formatCount } from './number-format.ts'
import classes from './tabs.module.css'

type Tab = { value: string; label: string; count?: number | undefined }

type TabsProps = {
  label: string
  tabs: readonly Tab[]
  value: string
  /** The query of a tab's URL, such as `?tab=history`: see `useUrlWith`. */
  hrefOf: (value: string) => string
  /** The page of the tabs, if it is not the current one. */
  path?: string
  /** Content for all tabs, at the end of their row. */
  children?: ReactNode
}

/** Tabs of a page, each with its own URL and a count. */
export const Tabs = ({ label, tabs, value, hrefOf, children, ...page }: TabsProps) => {
  const [current] = useLocation()
  const path = page.path ?? current
  const bar = useRef<HTMLElement>(null)
  const isCounted = tabs.some(({ count }) => count !== undefined)
  // On a phone, the tab that is shown may be beyond the edge. Counts make room for themselves when they come.
  // biome-ignore lint/correctness/useExhaustiveDependencies: where the tab is depends on them
  useLayoutEffect(() => showCurrent(bar.current), [value, isCounted])
  return (
    <div className={classes.line}>
      <nav ref={bar} aria-label={label} className={classes.tabs}>
        {tabs.map((tab) => (
          <Link
            key={tab.value}
            to={path + hrefOf(tab.value).replace(/^\?$/, '')}
            aria-current={tab.value === value ? 'page' : undefined}
          >
            {tab.label}
            {tab.count !== undefined && (
              <>
                {' '}
                <span className={classes.count}>{formatCount(tab.count)}</span>
              </>
            )}
          </Link>
        ))}
      </nav>
      {children && <div className={classes.end}>{children}</div>}
    </div>
  )
}

/** Centred if possible, so that its neighbours show. Scrolls nothing but the tabs. */
const showCurrent = (bar: HTMLElement | null): void => {
  const tab = bar?.querySelector<HTMLElement>('[aria-current]')
  if (bar && tab) bar.scrollLeft = tab.offsetLeft - (bar.clientWidth - tab.offsetWidth) / 2
}
