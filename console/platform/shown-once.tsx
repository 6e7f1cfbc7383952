import { Button, Code, Group, Modal, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { ReturnFocus } from './return-focus.ts'

type Secret = {
  title: string
  /** Absent if the response that contained it was lost. */
  secret: string | undefined
  /** Says what to do in that case. */
  lost?: string
  /** Says what to do with it. */
  children: string
  onClose: () => void
}

const LOST = 'It was created, but the response with it was lost. Rotate it to get a new one.'

/** A secret that is shown only once. The dialog cannot be closed by accident. */
export const ShownOnce = ({ title, secret, lost = LOST, children, onClose }: Secret) => (
  <Modal
    opened
    onClose={onClose}
    title={title}
    withCloseButton={false}
    closeOnClickOutside={false}
    closeOnEscape={false}
  >
    <ReturnFocus />
    <Stack>
      {secret === undefined ? (
        <Text size="sm">{lost}</Text>
      ) : (
        <>
          <Text size="sm">{children}</Text>
          <SecretText secret={secret} />
        </>
      )}
      <Group justify="flex-end">
        <Button onClick={onClose}>I've saved it</Button>
      </Group>
    </Stack>
  </Modal>
)

/** A secret with a button that copies it. */
export const SecretText = ({ secret }: { secret: string }) => {
  const text = useRef<HTMLElement>(null)
  const [label, setLabel] = useState('Copy')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret)
      setLabel('Copied')
    } catch {
      // Browsers deny the clipboard to pages loaded over plain HTTP.
      if (text.current) window.getSelection()?.selectAllChildren(text.current)
      setLabel('Selected. Press Ctrl+C')
    }
  }
  return (
    <Group gap="sm" align="center">
      <Code ref={text} data-secret fz="sm" flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
        {secret}
      </Code>
      <Button variant="default" size="xs" onClick={copy} data-autofocus aria-live="polite">
        {label}
      </Button>
    </Group>
  )
}
