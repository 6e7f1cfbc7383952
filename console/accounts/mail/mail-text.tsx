import type { Mail } from '@adoption-store/client'
import { Button, CopyButton, Group, Modal, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { LoadFailure } from '../../platform/failure.tsx'
import { Loading } from '../../platform/load-more.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { useStore } from '../../session/session.ts'

type MailTextProps = { mail: Mail | undefined; onClose: () => void }

/** The text of a mail, to read, or to copy if there is no mail server. */
export const MailText = ({ mail, onClose }: MailTextProps) => (
  <Modal opened={mail !== undefined} onClose={onClose} title={mail?.subject ?? 'Mail'} size="lg">
    {mail && <Loaded mail={mail} />}
  </Modal>
)

const Loaded = ({ mail: { id, to, subject, status } }: { mail: Mail }) => {
  const store = useStore()
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.mail(id),
    queryFn: ({ signal }) => store.mails.get(id, { signal }),
    // It may contain a secret.
    gcTime: 0,
  })
  if (!data && error) return <LoadFailure query={{ data, error, refetch }} />
  if (!data) return <Loading what="the mail" />
  if (data.text === undefined)
    return (
      <Text c="dimmed">
        The text isn’t stored: it is written when the mail is sent, or it had a secret link and was removed.
      </Text>
    )
  return (
    <>
      <Text size="sm" mb="xs">
        To {to.address}
      </Text>
      <Textarea aria-label="Text" readOnly autosize maxRows={18} value={data.text} />
      <Group mt="md" justify="flex-end">
        {status === 'manual' && (
          <Button
            component="a"
            variant="default"
            href={`mailto:${encodeURIComponent(to.address)}?subject=${encodeURIComponent(subject ?? '')}&body=${encodeURIComponent(data.text)}`}
          >
            Open in your mail program
          </Button>
        )}
        <CopyButton value={data.text}>
          {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copied' : 'Copy the text'}</Button>}
        </CopyButton>
      </Group>
    </>
  )
}
