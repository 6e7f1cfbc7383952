import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.css'
import { useEffect, useLayoutEffect } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import { DeprecationBanner } from '../developers/deprecations/deprecation-banner.tsx'
import { usePhone } from '../platform/phone.ts'
import { useScrollMemory } from '../platform/scroll-memory.ts'
import { SkeletonPage } from '../platform/skeleton.tsx'
import { removeEarlyPage } from '../session/early-form.ts'
import { useFreshPermissions, useMe } from '../session/permissions.ts'
import { showChange } from './changes.ts'
import { useLiveEvents } from './live-events.ts'
import { Notices } from './notices.tsx'
import { newPathOf } from './old-paths.ts'
import { PageView } from './page-view.tsx'
import { isPermitted, pages } from './pages.tsx'
import { TabBar, TopBar } from './phone.tsx'
import { QuickAccess } from './quick-access.tsx'
import { Rail } from './rail.tsx'
import classes from './shell.module.css'

/** Below every dialog: a toast never covers one. */
const BELOW_DIALOGS = 150

/** The frame of every page after signing in, with what the pages show above themselves. */
export const Shell = () => (
  <ModalsProvider>
    <Notifications position="bottom-right" zIndex={BELOW_DIALOGS} />
    <Frame />
  </ModalsProvider>
)

const Frame = () => {
  useLayoutEffect(removeEarlyPage, [])
  const isPhone = usePhone()
  const isOpened = useLiveEvents(showChange)
  const me = useMe()
  useFreshPermissions()
  useFirstPage()
  useScrollMemory()
  const moved = useNewPath()
  if (moved) return <Redirect to={moved} replace />
  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#main">
        Skip to content
      </a>
      {isPhone ? <TopBar /> : <Rail />}
      <main id="main" tabIndex={-1} className={classes.main}>
        <Notices />
        <DeprecationBanner />
        {me.isFetched && isOpened ? <PageView /> : <SkeletonPage />}
      </main>
      {isPhone && me.isFetched && <TabBar />}
      <QuickAccess />
    </div>
  )
}

/** /console leads to the first page that the reader is allowed to see. */
const useFirstPage = (): void => {
  const [path, navigate] = useLocation()
  const me = useMe()
  const first = pages.find((page) => isPermitted(page, me.data))
  useEffect(() => {
    if (path === '/' && first && me.isFetched) navigate(first.path, { replace: true })
  }, [path, first, me.isFetched, navigate])
}

/** The new path of a page that was opened by its old one; undefined for other paths. */
const useNewPath = (): string | undefined => {
  const [path] = useLocation()
  const search = useSearch()
  const to = newPathOf(path)
  return to && to + (search ? `?${search}` : '') + window.location.hash
}
