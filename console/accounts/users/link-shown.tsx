import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { ReturnFocus } from '../../platform/return-focus.ts'
import { ShownOnce } from '../../platform/shown-once.tsx'
import { useSession } from '../../session/session.ts'

type LinkShownProps = {
  title: string
  link: string | undefined
  /** Whether the email waits until staff accept the account. */
  isHeld: boolean
  /** The name of the user whose password the link sets. */
  name: string
  onClose: () => void
}

/** Shows a link to set a password, or says that it was mailed. */
export const LinkShown = ({ title, link, isHeld, name, onClose }: LinkShownProps) => {
  const session = useSession()
  const isMember = session.kind === 'user' && session.user.accountId !== undefined
  if (link === undefined && isMember) return <Mailed title={title} isHeld={isHeld} name={name} onClose={onClose} />
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

const Mailed = ({ title, isHeld, name, onClose }: Omit<LinkShownProps, 'link'>) => (
  <Modal opened onClose={onClose} title={title}>
    <ReturnFocus />
    <Stack>
      <Text size="sm">
        {isHeld
          ? `We send ${name} an email with a link to set a password when the staff of the store have accepted your account. The link works for 7 days from now, so create another one on the user’s page if that takes longer.`
          : `We send ${name} an email with a link to set a password. It works once, within 7 days. If it does not arrive, create another link on the user’s page, or ask the staff of the store.`}
      </Text>
      <Group justify="flex-end">
        <Button onClick={onClose}>Close</Button>
      </Group>
    </Stack>
  </Modal>
)
