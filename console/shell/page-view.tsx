import { Alert, Anchor, Button, Center, Loader, Text } from '@mantine/core'
import { Component, type ReactNode, Suspense } from 'react'
import { Link, useLocation } from 'wouter'
import { scopeWords } from '../platform/error-words.ts'
import { PageHead } from '../platform/page-head.tsx'
import { useLacksScope } from '../platform/scopes.ts'
import { pageAt, pages } from './pages.tsx'

/** The page that the address names, as soon as its code is here. */
export const PageView = () => {
  const [path] = useLocation()
  const page = pageAt(path)
  const isLocked = useLacksScope(page?.scope)
  if (path === '/') return null
  if (!page) return <NotFound />
  if (isLocked && page.scope) return <Locked title={page.title} scope={page.scope} />
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

const Locked = ({ title, scope }: { title: string; scope: string }) => {
  const words = scopeWords(scope)
  return (
    <>
      <PageHead title={title} />
      <Alert color="orange" role="alert" title={words.title}>
        {words.detail}
      </Alert>
    </>
  )
}

const NotFound = () => (
  <>
    <PageHead title="No such page" />
    <Text>
      The console has no page at this address. Go to{' '}
      <Anchor component={Link} to={pages[0].path} underline="always">
        {pages[0].title.toLowerCase()}
      </Anchor>
      .
    </Text>
  </>
)

/** A page that fails does not take the others with it. */
class Boundary extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    if (this.state.error === undefined) return this.props.children
    return (
      <Alert color="red" role="alert" title="This page failed">
        <Text size="sm" mb="sm">
          {String(this.state.error)}
        </Text>
        <Button size="xs" variant="default" onClick={() => window.location.reload()}>
          Load it again
        </Button>
      </Alert>
    )
  }
}
