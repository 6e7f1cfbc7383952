import type { Me } from '@adoption-store/client'
import { AppShell, Badge, Burger, Group, Text, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.css'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { PawIcon } from '../platform/icons.tsx'
import { liveness } from '../platform/liveness.ts'
import { Loading } from '../platform/load-more.tsx'
import { useFreshPermissions, useMe } from '../session/permissions.ts'
import { showChange } from './changes.ts'
import { useLiveEvents } from './live-events.ts'
import { Navigation } from './navigation.tsx'
import { Notices } from './notices.tsx'
import { PageView } from './page-view.tsx'
import { isPermitted, pages } from './pages.tsx'
import classes from './shell.module.css'
import { UserMenu } from './user-menu.tsx'

/** The frame of every page after signing in, with what the pages show above themselves. */
export const Shell = () => (
  <ModalsProvider>
    <Notifications position="bottom-right" />
    <Frame />
  </ModalsProvider>
)

const Frame = () => {
  const [isOpen, { toggle, close }] = useDisclosure()
  const [path, navigate] = useLocation()
  const isOpened = useLiveEvents(showChange)
  const me = useMe()
  useFreshPermissions()
  const first = pages.find((page) => isPermitted(page, me.data))
  useEffect(() => {
    if (path === '/' && first && me.isFetched) navigate(first.path, { replace: true })
  }, [path, first, me.isFetched, navigate])

  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="md"
    >
      <a className={classes.skip} href="#main">
        Skip to content
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap">
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={isOpen ? 'Close navigation' : 'Open navigation'}
            />
            <Text c="pine" span lh={0}>
              <PawIcon size={26} />
            </Text>
            <Text fw={700} visibleFrom="xs">
              Adoption Store
            </Text>
            <Live />
          </Group>
          <Group gap="xs" wrap="nowrap">
            <Environment me={me.data} />
            <UserMenu me={me.data} />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm">{me.isFetched && <Navigation onFollow={close} />}</AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1}>
        <Notices />
        {me.isFetched && isOpened ? <PageView /> : <Loading what="the console" />}
      </AppShell.Main>
    </AppShell>
  )
}

/** Whether changes by others appear live. */
const Live = () => {
  const state = liveness.use()
  if (state === 'off') return null
  const isLive = state === 'live'
  return (
    <Badge variant="dot" color={isLive ? 'pine' : 'gray'} size="sm" visibleFrom="xs" tt="none">
      {isLive ? 'Live' : 'Connecting'}
      <VisuallyHidden>
        {isLive ? ': changes by others appear live' : ': changes by others may be missing'}
      </VisuallyHidden>
    </Badge>
  )
}

/** A warning if this is not production. */
const Environment = ({ me }: { me: Me | undefined }) =>
  me?.environment === 'staging' ? (
    <Badge color="orange" variant="light" tt="none">
      Staging
    </Badge>
  ) : null
