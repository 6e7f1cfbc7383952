import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import { MantineProvider } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type AroundNavHandler, Router } from 'wouter'
import { queryClient } from './platform/query-client.ts'
import { forgetScopes } from './platform/scopes.ts'
import { endTrouble } from './platform/trouble.ts'
import { useSession } from './session/session.ts'
import { SignIn } from './session/sign-in.tsx'
import { Shell } from './shell/shell.tsx'
import { cssVariables, theme } from './shell/theme.ts'

export const App = () => {
  const session = useSession()
  // What one key was shown, the next is not.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of the session that matters
  useEffect(
    () => () => {
      queryClient.clear()
      forgetScopes()
      endTrouble()
    },
    [session],
  )
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <Router base="/console" aroundNav={stay}>
          <ModalsProvider>
            <Notifications position="bottom-right" />
            {session ? <Shell key={session.key} /> : <SignIn />}
          </ModalsProvider>
        </Router>
      </QueryClientProvider>
    </MantineProvider>
  )
}

/** A link to where the reader is leaves no second entry in the history, as in any page. */
const stay: AroundNavHandler = (navigate, to, options) => {
  const isHere = to === window.location.pathname + window.location.search
  navigate(to, isHere ? { ...options, replace: true } : options)
}
