import type { ReactNode } from 'react'
import { Link, Redirect } from 'wouter'
import { PageHead } from '../platform/page-head.tsx'
import { usePhone } from '../platform/phone.ts'
import { useMe } from '../session/permissions.ts'
import { SettingsNavigation } from './navigation.tsx'
import { pagesFor } from './pages.tsx'
import classes from './shell.module.css'

/** A page of the settings beside the list of all of them; on a phone, with the way back to that list. */
export const SettingsPage = ({ isPhone, children }: { isPhone: boolean; children: ReactNode }) => {
  // One structure for both, so that the page stays as it is when a phone is turned.
  return (
    <div className={isPhone ? undefined : classes.settings}>
      {isPhone ? (
        <Link to="/settings" className={classes.back}>
          ‹ Settings
        </Link>
      ) : (
        <SettingsNavigation />
      )}
      <div>{children}</div>
    </div>
  )
}

/** /settings: the list on a phone, elsewhere the first of its pages. */
export const SettingsStart = () => {
  const isPhone = usePhone()
  const { data: me } = useMe()
  const first = pagesFor(me).settings[0]
  if (!isPhone && first) return <Redirect to={first.path} replace />
  return (
    <>
      <PageHead title="Settings" />
      <SettingsNavigation />
    </>
  )
}
