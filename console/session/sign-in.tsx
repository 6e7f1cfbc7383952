import { Alert, Anchor, Button, Center, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { messageFor } from '../platform/error-messages.ts'
import { PawIcon } from '../platform/icons.tsx'
import { signIn, useSessionEnd } from './session.ts'
import classes from './sign-in.module.css'

/** Asks for an API key. */
export const SignIn = () => {
  const ended = useSessionEnd()
  const [key, setKey] = useState('')
  const [error, setError] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    try {
      await signIn(key)
    } catch (reason) {
      setError(reason)
      setBusy(false)
    }
  }

  return (
    <Center component="main" mih="100dvh" p="md">
      <Paper withBorder shadow="sm" radius="md" p="xl" w="100%" maw={440}>
        <form onSubmit={submit}>
          <Stack>
            <PawIcon size={40} />
            <div>
              <Title order={1} size="h2">
                Animal Adoption Store
              </Title>
              <Text c="dimmed">The console for staff and operators</Text>
            </div>
            <Trouble reason={error ?? ended} />
            <TextInput
              label="API key"
              description="Kept in this tab only, until you close it or sign out."
              placeholder="aas_live_…"
              required
              autoFocus
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              classNames={{ input: classes.secret }}
              value={key}
              onChange={(event) => setKey(event.currentTarget.value)}
            />
            <Button type="submit" loading={isBusy} disabled={key.trim() === ''}>
              Sign in
            </Button>
            <Text size="sm" c="dimmed">
              The store prints a key when it first starts. Operators create more with{' '}
              <code>npm run cli -- keys create</code>. Read{' '}
              <Anchor href="/docs" inherit underline="always">
                the docs
              </Anchor>{' '}
              to use the API.
            </Text>
          </Stack>
        </form>
      </Paper>
    </Center>
  )
}

const Trouble = ({ reason }: { reason: unknown }) => {
  if (reason === undefined) return null
  // The client rejects what cannot be a key before sending it.
  const { title, detail } =
    reason instanceof TypeError
      ? {
          title: 'This is not a key',
          detail: 'A key is a single word that begins with aas_live_ or aas_test_.',
        }
      : messageFor(reason)
  return (
    <Alert color="red" role="alert" title={title}>
      {detail}
    </Alert>
  )
}
