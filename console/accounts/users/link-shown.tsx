import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { ReturnFocus } from '../../platform/return-focus.ts'
import { ShownOnce } from '../../platform/shown-once.tsx'
import { useSession } from '../../session/session.ts'

type LinkShownProps = {
  title: string
  link: string | undefined
  /** The name of the user whose password the link sets. */
  name: string
  onClose: () => void
}

/** Shows a link to set a password, or says that it was mailed. */
export const LinkShown = ({ title, link, name, onClose }: LinkShownProps) => {
  const session = useSession()
  const isMember = session.kind === 'user' && session.user.accountId !== undefined
  if (link === undefined && isMember) return <Mailed {...{ title, name, onClose }} />
  return (
    <ShownOnce
      title={title}
      secret={link}
      lost="The link was created, but the response with it was lost. Create another one on the user’s page."
      onClose={onClose}
    >
      {`Send this link to ${name}: it sets the password, once, within 7 days. It is shown only now. Anyone with the link can sign in as ${name}, so share it securely.`}
    </ShownOnce>
  )
}

const Mailed = ({ title, name, onClose }: Omit<LinkShownProps, 'link'>) => (
  <Modal opened onClose={onClose} title={title}>
    <ReturnFocus />
    <Stack>
      <Text size="sm">
        {`We send ${name} an email with a link to set a password. It works once, within 7 days. If it does not arrive, create another link on the user’s page, or ask the staff of the store.`}
      </Text>
      <Group justify="flex-end">
        <Button onClick={onClose}>Close</Button>
      </Group>
    </Stack>
  </Modal>
)
