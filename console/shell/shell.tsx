import { AppShell, Badge, Burger, Button, Group, Text, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { useLiveEvents } from '../platform/live-events.ts'
import { liveness } from '../platform/liveness.ts'
import { Notices } from '../platform/notices.tsx'
import { endSession } from '../session/session.ts'
import { showChange } from './changes.ts'
import { ColourScheme } from './colour-scheme.tsx'
import { PawIcon } from './icons.tsx'
import { Navigation } from './navigation.tsx'
import { PageView } from './page-view.tsx'
import { pages } from './pages.tsx'
import classes from './shell.module.css'

/** What stands around every page of a signed-in reader. */
export const Shell = () => {
  const [isOpen, { toggle, close }] = useDisclosure()
  const [path, navigate] = useLocation()
  const isOpened = useLiveEvents(showChange)
  useEffect(() => {
    if (path === '/') navigate(pages[0].path, { replace: true })
  }, [path, navigate])

  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="md"
    >
      <a className={classes.skip} href="#main">
        Skip to the page
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap">
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={isOpen ? 'Close the navigation' : 'Open the navigation'}
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
            <ColourScheme />
            <Button variant="default" size="xs" onClick={() => endSession()}>
              Sign out
            </Button>
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm">
        <Navigation onFollow={close} />
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1}>
        <Notices />
        {isOpened && <PageView />}
      </AppShell.Main>
    </AppShell>
  )
}

/** Whether what others do shows by itself. */
const Live = () => {
  const state = liveness.use()
  if (state === 'off') return null
  const isLive = state === 'live'
  return (
    <Badge variant="dot" color={isLive ? 'pine' : 'gray'} size="sm" visibleFrom="xs" tt="none">
      {isLive ? 'Live' : 'Connecting'}
      <VisuallyHidden>
        {isLive ? ': changes of others show by themselves' : ': changes of others may be missing'}
      </VisuallyHidden>
    </Badge>
  )
}
