import { Fragment } from 'react'
import { Link, useLocation } from 'wouter'
import { SettingsIcon } from '../platform/icons.tsx'
import { formatCount } from '../platform/number-format.ts'
import { useMe } from '../session/permissions.ts'
import classes from './navigation.module.css'
import { type ConsolePage, pageAt, pagesFor } from './pages.tsx'

/** The parts of a page that its link needs. `load` fetches its code while the pointer moves to it. */
export type Place = Pick<ConsolePage, 'path' | 'title' | 'icon'> & Partial<Pick<ConsolePage, 'load' | 'useCount'>>

export const settings: Place = { path: '/settings', title: 'Settings', icon: SettingsIcon }

const nothing: ReturnType<typeof pagesFor> = { main: [], settings: [] }

/**
 * The places of the navigation, and which of them the reader is at. None before the store has said who that is: else some
 * would be shown and taken away again.
 */
export const usePlaces = () => {
  const [path] = useLocation()
  const { data: me, isFetched } = useMe()
  const offered = isFetched ? pagesFor(me) : nothing
  const isAt = (place: Place) => path === place.path || path.startsWith(`${place.path}/`)
  return { main: offered.main as readonly Place[], hasSettings: offered.settings.length > 0, isAt }
}

type ItemProps = { place: Place; isCurrent: boolean; onFollow?: () => void }

export const NavigationLink = ({ place, isCurrent, onFollow }: ItemProps) => {
  const { path, title, icon: Icon, load, useCount } = place
  const fetchCode = () => void load?.().catch(() => {})
  return (
    <Link
      to={path}
      className={classes.link}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onFollow}
      onPointerEnter={fetchCode}
      onFocus={fetchCode}
    >
      <Icon size={18} />
      <span className={classes.title}>{title}</span>
      {useCount && <Count useCount={useCount} />}
    </Link>
  )
}

const Count = ({ useCount }: { useCount: () => number | undefined }) => {
  const count = useCount()
  return count ? <span className={classes.count}>{formatCount(count)}</span> : null
}

/** The pages of the settings under their headings. */
export const SettingsNavigation = () => {
  const [path] = useLocation()
  const { data: me } = useMe()
  const { settings } = pagesFor(me)
  const current = pageAt(path)
  const sections = [...new Set(settings.map(({ section }) => section))]
  return (
    <nav aria-label="Settings" className={classes.settings}>
      {sections.map((section) => (
        <Fragment key={section}>
          <p className={classes.section}>{section}</p>
          {settings
            .filter((page) => page.section === section)
            .map((page) => (
              <NavigationLink key={page.path} place={page} isCurrent={page === current} />
            ))}
        </Fragment>
      ))}
    </nav>
  )
}
