import type { Passkey } from '@adoption-store/client'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { notifyError, useAction } from '../../platform/action.ts'
import { confirm } from '../../platform/confirm.tsx'
import { LoadFailure } from '../../platform/failure.tsx'
import { Loading } from '../../platform/load-more.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { Time } from '../../platform/time.tsx'
import { deviceOf } from '../../session/device.ts'
import { createPasskey, hasPasskeys } from '../../session/passkey.ts'
import { useSignInMethods } from '../../session/sign-in-methods.tsx'
import { SignInProblem } from '../../session/sign-in-problem.ts'
import { auth } from '../../session/tokens.ts'
import classes from './users.module.css'

const touches = [queryKeys.passkeys]

/** The passkeys of the current user. Empty if passkeys do not work here. */
export const PasskeyList = () => {
  const { data: methods } = useSignInMethods()
  return methods?.passkeys ? <Passkeys /> : null
}

const Passkeys = () => {
  const list = useQuery({
    queryKey: queryKeys.passkeys,
    queryFn: ({ signal }) => auth.passkeys.list(signal),
  })
  const add = useAction(
    async () => {
      const credential = await createPasskey(await auth.passkeys.creationOptions())
      return auth.passkeys.add({ name: deviceOf(navigator.userAgent), credential })
    },
    {
      done: ({ name }) => `Passkey ${name} added.`,
      touches,
      isErrorShown: true,
    },
  )
  const passkeys = list.data ?? []
  return (
    <section aria-label="Passkeys">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          Passkeys
        </Title>
        {hasPasskeys() && (
          <Button
            size="xs"
            variant="default"
            loading={add.isPending}
            onClick={() => add.mutate(undefined, { onError: showProblem })}
          >
            Add a passkey
          </Button>
        )}
      </Group>
      <LoadFailure query={list} />
      {list.isPending && !list.error && <Loading what="passkeys" />}
      {list.data && passkeys.length === 0 && (
        <Text c="dimmed" size="sm">
          Sign in with your fingerprint, face or screen lock instead of a password.
        </Text>
      )}
      {passkeys.length > 0 && (
        <ul className={classes.list}>
          {passkeys.map((passkey) => (
            <Row key={String(passkey.id)} passkey={passkey} />
          ))}
        </ul>
      )}
    </section>
  )
}

const Row = ({ passkey: { id, name, createdAt, lastUsedAt } }: { passkey: Passkey }) => {
  const remove = useAction(() => auth.passkeys.remove(id), {
    done: `Passkey ${name} removed.`,
    touches,
  })
  const ask = () =>
    confirm({
      title: `Remove the passkey ${name}?`,
      text: 'Nobody can sign in with it any more. Your device may still offer it.',
      yes: 'Remove passkey',
      onYes: () => remove.mutate(undefined),
    })
  return (
    <li className={classes.row}>
      <Stack gap={2} miw={0}>
        <Text fw={600} size="sm">
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          Added <Time at={createdAt} />
          {lastUsedAt && (
            <>
              {', last used '}
              <Time at={lastUsedAt} />
            </>
          )}
        </Text>
      </Stack>
      <Button
        size="compact-sm"
        variant="default"
        loading={remove.isPending}
        aria-label={`Remove ${name}`}
        onClick={ask}
      >
        Remove
      </Button>
    </li>
  )
}

const showProblem = (error: unknown): void => {
  if (!(error instanceof SignInProblem)) {
    notifyError(error)
    return
  }
  const { message: title, detail: message } = error
  notifications.show({ title, message, color: 'red', withBorder: true })
}
