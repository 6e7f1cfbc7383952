import '@fontsource-variable/inter/wght.css'
import '@mantine/core/styles.css'
import './look/tokens.css'
import './look/base.css'
import './look/mantine.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { type AroundNavHandler, Route, Router, Switch } from 'wouter'
import { cssVariables, theme } from './look/theme.ts'
import { onRequestError, queryClient } from './platform/query-client.ts'
import { rememberScroll } from './platform/scroll-memory.ts'
import { styleNonce } from './platform/style-nonce.ts'
import { endTrouble } from './platform/trouble.ts'
import { leaveTo } from './platform/unsaved.ts'
import { Away } from './session/away.tsx'
import { endSessionIfRejected, enrolIfRequired, resume, type SessionState, useSession } from './session/session.ts'
import { SignIn } from './session/sign-in.tsx'

const loadShell = () => import('./shell/shell.tsx')
const Shell = lazy(async () => ({ default: (await loadShell()).Shell }))
const loadLinkPages = () => import('./session/link-page.tsx')
const SetupPage = lazy(async () => ({ default: (await loadLinkPages()).SetupPage }))
const PasswordPage = lazy(async () => ({ default: (await loadLinkPages()).PasswordPage }))

const loadSignUp = () => import('./session/sign-up-page.tsx')
const SignUpPage = lazy(async () => ({ default: (await loadSignUp()).SignUpPage }))
const ForgottenPage = lazy(async () => ({ default: (await loadSignUp()).ForgottenPage }))

const JoinPage = lazy(async () => ({
  default: (await import('./session/join-page.tsx')).JoinPage,
}))

const EnrolmentPage = lazy(async () => ({
  default: (await import('./session/enrolment-page.tsx')).EnrolmentPage,
}))

export const App = () => (
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariables}
    defaultColorScheme="auto"
    getStyleNonce={styleNonce}
  >
    <QueryClientProvider client={queryClient}>
      <Router base="/console" aroundNav={stay}>
        <Suspense fallback={null}>
          <Switch>
            <Route path="/setup" component={SetupPage} />
            <Route path="/password" component={PasswordPage} />
            <Route path="/sign-up" component={SignUpPage} />
            <Route path="/forgotten" component={ForgottenPage} />
            <Route path="/join" component={JoinPage} />
            <Route component={Console} />
          </Switch>
        </Suspense>
      </Router>
    </QueryClientProvider>
  </MantineProvider>
)

/** The console for a signed-in user; otherwise the sign-in page, at the same URL. */
const Console = () => {
  const session = useSession()
  useEffect(() => onRequestError(endSessionIfRejected), [])
  useEffect(() => onRequestError(enrolIfRequired), [])
  useEffect(() => {
    void resume()
    // Loads what is needed next while the user signs in.
    void loadShell()
  }, [])
  const owner = ownerOf(session)
  // The next user or key must not see what this one was shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of the owner that matters
  useEffect(
    () => () => {
      queryClient.clear()
      endTrouble()
    },
    [owner],
  )
  if (session.kind === 'resuming') return null
  if (session.kind === 'none') return <SignIn ended={session} />
  if (session.kind === 'enrolment') return <EnrolmentPage />
  const isAway = session.kind === 'paused'
  return (
    <>
      {isAway && <SignIn ended={{ kind: 'none', reason: session.reason }} />}
      <Away key={owner} isAway={isAway}>
        <Suspense fallback={null}>
          <Shell />
        </Suspense>
      </Away>
    </>
  )
}

/** The user of the session, even while it is paused. */
const ownerOf = (session: SessionState): string => {
  if (session.kind === 'key') return session.key
  return session.kind === 'user' || session.kind === 'paused' ? String(session.user.id) : session.kind
}

/** Asks before unsaved text is lost. A link to the current page adds no history entry. */
const stay: AroundNavHandler = (navigate, to, options) =>
  leaveTo(to, () => {
    rememberScroll()
    const isHere = to === window.location.pathname + window.location.search
    navigate(to, isHere ? { ...options, replace: true } : options)
  })
