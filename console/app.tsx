import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import { MantineProvider } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type AroundNavHandler, Router } from 'wouter'
import { onRequestError, queryClient } from './platform/query-client.ts'
import { endTrouble } from './platform/trouble.ts'
import { endSessionIfRefused, useSession } from './session/session.ts'
import { SignIn } from './session/sign-in.tsx'
import { Shell } from './shell/shell.tsx'
import { cssVariables, theme } from './shell/theme.ts'

export const App = () => {
  const session = useSession()
  useEffect(() => onRequestError(endSessionIfRefused), [])
  // What one key was shown, the next must not see.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of the session that matters
  useEffect(
    () => () => {
      queryClient.clear()
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
