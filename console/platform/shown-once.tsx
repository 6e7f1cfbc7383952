import { Button, Code, Group, Modal, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'

type Secret = {
  title: string
  /** Absent when the answer that had it was lost. */
  secret: string | undefined
  /** What to do with it, or without it. */
  children: string
  onClose: () => void
}

/** A secret that the store shows this once: the window closes only on purpose. */
export const ShownOnce = ({ title, secret, children, onClose }: Secret) => (
  <Modal
    opened
    onClose={onClose}
    title={title}
    withCloseButton={false}
    closeOnClickOutside={false}
    closeOnEscape={false}
  >
    <Stack>
      {secret === undefined ? (
        <Text size="sm">It was made, but the answer that showed it was lost. Rotate it.</Text>
      ) : (
        <>
          <Text size="sm">{children}</Text>
          <SecretText secret={secret} />
        </>
      )}
      <Group justify="flex-end">
        <Button onClick={onClose}>I have kept it</Button>
      </Group>
    </Stack>
  </Modal>
)

const SecretText = ({ secret }: { secret: string }) => {
  const text = useRef<HTMLElement>(null)
  const [said, setSaid] = useState('Copy')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret)
      setSaid('Copied')
    } catch {
      // Browsers give no clipboard to pages that came over plain HTTP.
      if (text.current) window.getSelection()?.selectAllChildren(text.current)
      setSaid('Selected: press Ctrl+C')
    }
  }
  return (
    <Group gap="sm" align="center">
      <Code ref={text} data-secret fz="sm" flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
        {secret}
      </Code>
      <Button variant="default" size="xs" onClick={copy} data-autofocus aria-live="polite">
        {said}
      </Button>
    </Group>
  )
}
