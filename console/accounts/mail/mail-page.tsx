import { type Mail, type MailStatus, mailStatuses } from '@adoption-store/client'
import { Button, Group, Select, Table, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { useAction } from '../../platform/action.ts'
import { DataTable } from '../../platform/data-table.tsx'
import { EmptyState } from '../../platform/empty-state.tsx'
import { Failure } from '../../platform/failure.tsx'
import { Loading, LoadMore } from '../../platform/load-more.tsx'
import { PageHead } from '../../platform/page-head.tsx'
import { Pill, type Tone } from '../../platform/pill.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { Time } from '../../platform/time-format.tsx'
import { useStore } from '../../session/session.ts'
import { MailText } from './mail-text.tsx'

const columns = ['To', 'Subject', 'Status', 'Written', 'Actions']

/** Mail, newest first: what waits, what was sent, and what somebody has to send by hand. The URL keeps the filter. */
export const MailPage = () => {
  const [parameters, setParameters] = useSearchParams()
  const status = mailStatuses.find((name) => name === parameters.get('status'))
  const list = useMails(status)
  const mails = list.data?.pages.flatMap(({ items }) => items) ?? []
  const [shown, setShown] = useState<Mail>()
  return (
    <>
      <PageHead title="Mail">
        <Button variant="default" loading={list.isRefetching} onClick={() => void list.refetch()}>
          Refresh
        </Button>
      </PageHead>
      <Select
        label="Status"
        placeholder="Any"
        clearable
        w={200}
        mb="md"
        data={mailStatuses.map((value) => ({ value, label: labels[value].title }))}
        value={status ?? null}
        onChange={(next) => setParameters(next ? { status: next } : {})}
      />
      {list.error && <Failure error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && !list.error && <Loading what="mail" />}
      {list.data && mails.length === 0 && (
        <EmptyState title={status ? 'No mail has this status' : 'No mail yet'}>
          Invitations and links to set a password appear here. Without a mail server (SMTP_URL) you
          can copy their text and send it yourself.
        </EmptyState>
      )}
      {mails.length > 0 && (
        <DataTable label="Mail" minWidth={820} columns={columns}>
          {mails.map((mail) => (
            <Row key={String(mail.id)} mail={mail} onShow={() => setShown(mail)} />
          ))}
        </DataTable>
      )}
      <LoadMore list={list} />
      <MailText mail={shown} onClose={() => setShown(undefined)} />
    </>
  )
}

const useMails = (status: MailStatus | undefined) => {
  const store = useStore()
  return useInfiniteQuery({
    queryKey: queryKeys.mailList(status),
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor, signal }) => {
      const query = { limit: 50, ...(status && { status }), ...(cursor && { cursor }) }
      const { items, nextCursor } = await store.mails.list(query, { signal })
      return { items, nextCursor }
    },
    getNextPageParam: (last) => last.nextCursor,
  })
}

const labels: Record<MailStatus, { title: string; tone: Tone }> = {
  pending: { title: 'Waiting', tone: 'hold' },
  sent: { title: 'Sent', tone: 'ok' },
  failed: { title: 'Failed', tone: 'bad' },
  manual: { title: 'To be sent by hand', tone: 'info' },
  skipped: { title: 'Nobody to send it to', tone: 'plain' },
}

/** What a mail without a subject is about: its text is made when it is sent. */
const kinds: Record<string, string> = {
  passwordReset: 'Password reset',
  signUp: 'Sign-up',
}

/** Names, addresses and errors may be one long word. */
const anywhere = { overflowWrap: 'anywhere' } as const

const Row = ({ mail, onShow }: { mail: Mail; onShow: () => void }) => {
  const store = useStore()
  const { title, tone } = labels[mail.status]
  const again = useAction(() => store.mails.retry(mail.id), {
    done: 'The mail will be sent again.',
    touches: [queryKeys.mails],
  })
  const subject = mail.subject ?? kinds[mail.kind] ?? mail.kind
  return (
    <Table.Tr>
      <Table.Td maw={260} style={anywhere}>
        {mail.to.name && <Text size="sm">{mail.to.name}</Text>}
        <Text size="sm" {...(mail.to.name && { c: 'dimmed' })}>
          {mail.to.address}
        </Text>
      </Table.Td>
      <Table.Td maw={260} style={anywhere}>
        {subject}
      </Table.Td>
      <Table.Td maw={220} style={anywhere}>
        <Pill tone={tone}>{title}</Pill>
        {mail.error && (
          <Text size="xs" c="dimmed" mt={4}>
            {mail.error}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Time at={mail.createdAt} />
      </Table.Td>
      <Table.Td>
        <Group gap="xs" wrap="nowrap">
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Show the mail to ${mail.to.address}`}
            onClick={onShow}
          >
            Show
          </Button>
          {(mail.status === 'failed' || mail.status === 'pending') && (
            <Button
              size="compact-sm"
              variant="default"
              loading={again.isPending}
              aria-label={`Send the mail to ${mail.to.address} again`}
              onClick={() => again.mutate(undefined)}
            >
              Send again
            </Button>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  )
}
