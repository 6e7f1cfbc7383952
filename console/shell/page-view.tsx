import { Alert, Anchor, Text } from '@mantine/core'
import { Suspense } from 'react'
import { Link, useLocation } from 'wouter'
import { missingRoleMessage, missingScopeMessage } from '../platform/error-messages.ts'
import { PageHead } from '../platform/page-head.tsx'
import { usePhone } from '../platform/phone.ts'
import { SkeletonPage } from '../platform/skeleton.tsx'
import { useMe } from '../session/permissions.ts'
import { Boundary } from './boundary.tsx'
import { type ConsolePage, isPermitted, pageAt, pages } from './pages.tsx'
import { SettingsPage, SettingsStart } from './settings.tsx'

/** The page at the current URL, once its code is loaded. */
export const PageView = () => {
  const [path] = useLocation()
  const isPhone = usePhone()
  const page = pageAt(path)
  if (path === '/') return null
  if (path === '/settings') return <SettingsStart />
  if (!page) return <NotFound />
  if (!page.section) return <Content page={page} />
  return (
    <SettingsPage isPhone={isPhone}>
      <Content page={page} />
    </SettingsPage>
  )
}

const Content = ({ page }: { page: ConsolePage }) => {
  const { data: me } = useMe()
  if (!isPermitted(page, me)) return <NotAllowed page={page} />
  return (
    <Boundary key={page.path}>
      <Suspense fallback={<SkeletonPage />}>
        <page.component />
      </Suspense>
    </Boundary>
  )
}

const NotAllowed = ({ page: { title, scope, alsoScope } }: { page: ConsolePage }) => {
  const { data: me } = useMe()
  const missing = [scope, alsoScope].find((one) => one && !me?.scopes.includes(one))
  const message = me?.type === 'user' || !missing ? missingRoleMessage : missingScopeMessage(missing)
  return (
    <>
      <PageHead title={title} />
      <Alert color="orange" role="alert" title={message.title}>
        {message.detail}
      </Alert>
    </>
  )
}

const NotFound = () => {
  const { data: me } = useMe()
  const first = pages.find((page) => isPermitted(page, me))
  return (
    <>
      <PageHead title="Page not found" />
      <Text>
        There is no page at this address.{' '}
        {first && (
          <>
            Go to{' '}
            <Anchor component={Link} to={first.path} underline="always">
              {first.title.toLowerCase()}
            </Anchor>
            .
          </>
        )}
      </Text>
    </>
  )
}
