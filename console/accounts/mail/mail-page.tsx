import { type Mail, type MailStatus, mailStatuses } from '@adoption-store/client'
import { Button, Checkbox, Group, Select, Table, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { useAction } from '../../platform/action.ts'
import { DataTable } from '../../platform/data-table.tsx'
import { EmptyState } from '../../platform/empty-state.tsx'
import { LoadFailure } from '../../platform/failure.tsx'
import { Loading, LoadMore } from '../../platform/load-more.tsx'
import { PageHead } from '../../platform/page-head.tsx'
import { Pill, type Tone } from '../../platform/pill.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { Time } from '../../platform/time.tsx'
import { useStore } from '../../session/session.ts'
import { MailText } from './mail-text.tsx'
import { ManualMailNote } from './manual-mail.tsx'

const columns = ['To', 'Subject', 'Status', 'Written', 'Actions']

/** Mail, newest first: pending, sent, and to send by hand. The URL stores the filter. */
export const MailPage = () => {
  const [parameters, setParameters] = useSearchParams()
  const status = mailStatuses.find((name) => name === parameters.get('status'))
  const list = useMails(status)
  const mails = list.data?.pages.flatMap(({ items }) => items) ?? []
  const [shown, setShown] = useState<Mail>()
  const held = mails.filter(isReleasable)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const select = (mail: Mail, isSelected: boolean) =>
    setSelected((before) => {
      const next = new Set(before)
      if (isSelected) next.add(String(mail.id))
      else next.delete(String(mail.id))
      return next
    })
  return (
    <>
      <PageHead title="Mail">
        <Button variant="default" loading={list.isRefetching} onClick={() => void list.refetch()}>
          Refresh
        </Button>
      </PageHead>
      <ManualMailNote />
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
      {held.length > 0 && (
        <HeldMail
          chosen={held.filter(({ id }) => selected.has(String(id)))}
          onSelectAll={() => setSelected(new Set(held.map(({ id }) => String(id))))}
          onReleased={() => setSelected(new Set())}
        />
      )}
      <LoadFailure query={list} />
      {list.isPending && !list.error && <Loading what="mail" />}
      {list.data && mails.length === 0 && (
        <EmptyState title={status ? 'No mail has this status' : 'No mail yet'}>
          Invitations and links to set a password appear here. Without a mail server (SMTP_URL) you can copy their text
          and send it yourself.
        </EmptyState>
      )}
      {mails.length > 0 && (
        <DataTable label="Mail" minWidth={820} columns={columns}>
          {mails.map((mail) => (
            <Row
              key={String(mail.id)}
              mail={mail}
              onShow={() => setShown(mail)}
              isSelected={selected.has(String(mail.id))}
              onSelect={(isSelected) => select(mail, isSelected)}
            />
          ))}
        </DataTable>
      )}
      <LoadMore list={list} />
      <MailText mail={shown} onClose={() => setShown(undefined)} />
    </>
  )
}

/** Mail of an account that staff have not accepted leaves only when they do. */
const isReleasable = ({ status, heldReason }: Mail): boolean => status === 'held' && heldReason !== 'account'

type HeldMailProps = {
  chosen: readonly Mail[]
  onSelectAll: () => void
  onReleased: () => void
}

/** The notice about held mail, above the list. */
const HeldMail = ({ chosen, onSelectAll, onReleased }: HeldMailProps) => {
  const release = useRelease(onReleased)
  const ids = chosen.map(({ id }) => id)
  return (
    <Group mb="md" gap="sm">
      <Text size="sm" c="dimmed">
        Too many applications arrived at once, so some mail is held. Read it before you release it.
      </Text>
      <Button size="compact-sm" variant="default" onClick={onSelectAll}>
        Select all held mail
      </Button>
      <Button
        size="compact-sm"
        disabled={ids.length === 0}
        loading={release.isPending}
        onClick={() => release.mutate(ids)}
      >
        Release selected ({ids.length})
      </Button>
    </Group>
  )
}

/** The API's limit for one request. */
const RELEASED_AT_ONCE = 100

const useRelease = (onDone: () => void = () => {}) => {
  const store = useStore()
  return useAction(
    async (ids: readonly Mail['id'][]) => {
      for (let at = 0; at < ids.length; at += RELEASED_AT_ONCE)
        await store.mails.release(ids.slice(at, at + RELEASED_AT_ONCE))
      return ids.length
    },
    {
      done: (count) => (count === 1 ? 'The mail is released.' : `${count} mails are released.`),
      touches: [queryKeys.mails],
      onDone,
    },
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
  skipped: { title: 'No recipient', tone: 'plain' },
  held: { title: 'Held', tone: 'hold' },
}

/** Titles of mail without a subject, whose text is written when it is sent. */
const kinds: Record<string, string> = {
  passwordReset: 'Password reset',
  passwordChanged: 'Password changed',
  signUp: 'Sign-up',
}

/** Names, addresses and errors may be one long word. */
const anywhere = { overflowWrap: 'anywhere' } as const

type RowProps = {
  mail: Mail
  onShow: () => void
  isSelected: boolean
  onSelect: (isSelected: boolean) => void
}

const Row = ({ mail, onShow, isSelected, onSelect }: RowProps) => {
  const store = useStore()
  const release = useRelease()
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
        {mail.heldReason === 'account' && (
          <Text size="xs" c="dimmed" mt={4}>
            Leaves when you accept account {String(mail.accountId)}, or end its suspension.
          </Text>
        )}
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
          {isReleasable(mail) && (
            <Checkbox
              aria-label={`Select the mail to ${mail.to.address}`}
              checked={isSelected}
              onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
            />
          )}
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Show the mail to ${mail.to.address}`}
            onClick={onShow}
          >
            Show
          </Button>
          {isReleasable(mail) && (
            <Button
              size="compact-sm"
              variant="default"
              loading={release.isPending}
              aria-label={`Release the mail to ${mail.to.address}`}
              onClick={() => release.mutate([mail.id])}
            >
              Release
            </Button>
          )}
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
