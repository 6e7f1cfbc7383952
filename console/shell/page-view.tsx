import { Alert, Anchor, Button, Center, Loader, Text } from '@mantine/core'
import { Component, type ReactNode, Suspense } from 'react'
import { Link, useLocation } from 'wouter'
import { missingRoleMessage, missingScopeMessage } from '../platform/error-messages.ts'
import { PageHead } from '../platform/page-head.tsx'
import { useMe } from '../session/permissions.ts'
import { isPermitted, pageAt, pages } from './pages.tsx'

/** The page at the current URL, once its code is loaded. */
export const PageView = () => {
  const [path] = useLocation()
  const page = pageAt(path)
  const { data: me } = useMe()
  if (path === '/') return null
  if (!page) return <NotFound />
  if (!isPermitted(page, me)) return <NotAllowed title={page.title} scope={page.scope ?? ''} />
  return (
    <Boundary key={page.path}>
      <Suspense fallback={<Waiting />}>
        <page.component />
      </Suspense>
    </Boundary>
  )
}

const Waiting = () => (
  <Center py={80}>
    <Loader aria-label="Loading the page" />
  </Center>
)

const NotAllowed = ({ title, scope }: { title: string; scope: string }) => {
  const { data: me } = useMe()
  const message = me?.type === 'user' ? missingRoleMessage : missingScopeMessage(scope)
  return (
    <>
      <PageHead title={title} />
      <Alert color="orange" role="alert" title={message.title}>
        {message.detail}
      </Alert>
    </>
  )
}

const NotFound = () => (
  <>
    <PageHead title="Page not found" />
    <Text>
      Nothing is at this address. Go to{' '}
      <Anchor component={Link} to={pages[0].path} underline="always">
        {pages[0].title.toLowerCase()}
      </Anchor>
      .
    </Text>
  </>
)

/** Keeps a failing page from taking the whole console down. */
class Boundary extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    if (this.state.error === undefined) return this.props.children
    return (
      <Alert color="red" role="alert" title="This page could not be shown">
        <Text size="sm" mb="sm">
          {String(this.state.error)}
        </Text>
        <Button size="xs" variant="default" onClick={() => window.location.reload()}>
          Reload
        </Button>
      </Alert>
    )
  }
}
