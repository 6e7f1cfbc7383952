import { Alert, Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { formatCount } from '../../platform/number-format.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import { useCan, useMembership } from '../../session/permissions.ts'
import { useStore } from '../../session/session.ts'
import { useSignInMethods } from '../../session/sign-in-methods.tsx'

/**
 * How much mail somebody has to send by hand, for staff who may read it. Each request is a read in the audit log, so it
 * is sent once, and not where passwords are reset by mail.
 */
const useManualCount = (): number | undefined => {
  const store = useStore()
  const canRead = useCan('admin')
  const isMember = useMembership() !== undefined
  const { data: methods } = useSignInMethods()
  const { data } = useQuery({
    queryKey: queryKeys.manualMails,
    enabled: canRead && !isMember && methods?.passwordReset === false,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const query = { status: 'manual' as const, limit: 1 }
      return (await store.mails.list(query, { signal, withTotalCount: true })).totalCount ?? 0
    },
  })
  return data
}

/** Above the list of mail. */
export const ManualMailNote = () => {
  const count = useManualCount()
  if (!count) return null
  return (
    <Alert role="status" color="blue" mb="md" title={`${waiting(count)} for you to send`}>
      <Text size="sm">
        This store has no mail server, so mail isn’t sent automatically. Choose Show, then copy the text or open it in
        your own mail program. To have it sent for you, ask the person who runs the store to set SMTP_URL (
        <Anchor href="/docs/guides/mail" inherit underline="always">
          how mail works
        </Anchor>
        ).
      </Text>
    </Alert>
  )
}

/** On Today: a line that leads to the mail. */
export const ManualMailLine = () => {
  const count = useManualCount()
  if (!count) return null
  return (
    <Alert role="status" color="blue" mb="md">
      <Text size="sm">
        {waiting(count)} for you to send, because this store has no mail server.{' '}
        <Anchor component={Link} to="/settings/mail?status=manual" inherit underline="always">
          Read and send them
        </Anchor>
      </Text>
    </Alert>
  )
}

const waiting = (count: number): string =>
  count === 1 ? 'One email is waiting' : `${formatCount(count)} emails are waiting`
