import { Paper, Stack, Text } from '@mantine/core'
import { PageHead } from '../../platform/page-head.tsx'
import { useMe } from '../../session/permissions.ts'
import { roleLabels } from '../../session/role-labels.ts'
import { PasskeyList } from './passkey-list.tsx'
import { PasswordForm } from './password-form.tsx'
import { SessionList } from './session-list.tsx'

/** The current user: their identity and their sessions. */
export const OwnPage = () => {
  const { data: me } = useMe()
  if (me?.type !== 'user') return <PageHead title="You are signed in with a key" />
  return (
    <>
      <PageHead title="Your sign-in" />
      <Stack gap="xl" maw={720}>
        <Paper withBorder p="md">
          <Text fw={600}>{me.name}</Text>
          <Text size="sm" c="dimmed">
            {me.email}
          </Text>
          {me.role && (
            <Text size="sm" mt="xs">
              {roleLabels[me.role]} of {me.account?.name ?? 'the store'}
            </Text>
          )}
        </Paper>
        <PasswordForm email={me.email} />
        <PasskeyList />
        <SessionList user="me" />
      </Stack>
    </>
  )
}
