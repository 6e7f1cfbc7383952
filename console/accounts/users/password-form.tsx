import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { type FormEvent, useId, useState } from 'react'
import { useAction } from '../../platform/action.ts'
import { fieldError } from '../../platform/error-messages.ts'
import { Failure } from '../../platform/failure.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { useUnsaved } from '../../platform/unsaved.ts'
import { PasswordField } from '../../session/fields.tsx'
import { PasswordRules } from '../../session/password-rules.tsx'
import { useSignInMethods } from '../../session/sign-in-methods.tsx'
import { auth } from '../../session/tokens.ts'

const EMPTY = { currentPassword: '', password: '' }

/** Changes the password of the current user, where people sign in with one. */
export const PasswordForm = ({ email }: { email: string | undefined }) => {
  const { data: methods } = useSignInMethods()
  return methods?.password ? <Passwords email={email} /> : null
}

const Passwords = ({ email }: { email: string | undefined }) => {
  const [typed, setTyped] = useState(EMPTY)
  const rules = useId()
  useUnsaved(typed.currentPassword !== '' || typed.password !== '')
  const save = useAction(() => auth.changePassword(typed), {
    isErrorShown: true,
    touches: [queryKeys.sessions('me')],
    done: 'Password changed. Your other devices were signed out.',
    onDone: () => setTyped(EMPTY),
  })
  const { error } = save
  const isShownByField = ['currentPassword', 'password'].some((field) => fieldError(error, field))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(undefined)
  }
  return (
    <section aria-label="Password">
      <Title order={2} size="h4" mb="sm">
        Password
      </Title>
      <Paper withBorder p="md">
        <form onSubmit={submit} noValidate>
          {/* Password managers need to know whose password changes. */}
          <input type="hidden" name="username" autoComplete="username" value={email ?? ''} readOnly />
          <Stack gap="xs" maw={420}>
            {error && !isShownByField ? <Failure error={error} /> : null}
            <PasswordField
              label="Current password"
              name="currentPassword"
              autoComplete="current-password"
              value={typed.currentPassword}
              error={fieldError(error, 'currentPassword')}
              onChange={(currentPassword) => setTyped((now) => ({ ...now, currentPassword }))}
            />
            <PasswordField
              label="New password"
              autoComplete="new-password"
              aria-describedby={rules}
              value={typed.password}
              error={fieldError(error, 'password')}
              onChange={(password) => setTyped((now) => ({ ...now, password }))}
            />
            <PasswordRules id={rules} password={typed.password} />
            <Group justify="space-between">
              <Text size="sm" c="dimmed">
                You stay signed in here. Other devices are signed out.
              </Text>
              <Button
                type="submit"
                loading={save.isPending}
                disabled={typed.currentPassword === '' || typed.password === ''}
              >
                Change password
              </Button>
            </Group>
          </Stack>
        </form>
      </Paper>
    </section>
  )
}
