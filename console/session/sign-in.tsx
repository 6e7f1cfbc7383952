import { Alert, Anchor, Button, Center, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { wordsOf } from '../platform/error-words.ts'
import { PawIcon } from '../shell/icons.tsx'
import { signIn, useSessionEnd } from './session.ts'
import classes from './sign-in.module.css'

/** Asks for the key of this tab. */
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
              The first start of the store prints a key; operators make more with{' '}
              <code>npm run cli -- keys create</code>. What each key may do is in{' '}
              <Anchor href="/docs" inherit underline="always">
                the docs
              </Anchor>
              .
            </Text>
          </Stack>
        </form>
      </Paper>
    </Center>
  )
}

const Trouble = ({ reason }: { reason: unknown }) => {
  if (reason === undefined) return null
  // A text that is no key at all is refused before it is sent.
  const { title, detail } =
    reason instanceof TypeError
      ? {
          title: 'That is not a key',
          detail: 'A key is one word, such as aas_live_… or aas_test_….',
        }
      : wordsOf(reason)
  return (
    <Alert color="red" role="alert" title={title}>
      {detail}
    </Alert>
  )
}
