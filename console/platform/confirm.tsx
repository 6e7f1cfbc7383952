import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'

type Question = {
  title: string
  text: string
  yes: string
  no?: string
  onYes: () => void
  /** Called for either choice. */
  onClose?: () => void
}

let isOpen = false
let closedBy: Event | undefined

/**
 * Whether a question is open, or was closed by the key press being handled, which must not close
 * anything below it.
 */
export const isConfirming = (): boolean => isOpen || (closedBy !== undefined && closedBy === window.event)

/** Asks before something that cannot be undone. */
export const confirm = ({ title, text, yes, no = 'Cancel', onYes, onClose }: Question): void => {
  isOpen = true
  modals.openConfirmModal({
    title,
    children: <Text size="sm">{text}</Text>,
    labels: { confirm: yes, cancel: no },
    confirmProps: { color: 'red.9' },
    closeButtonProps: { 'aria-label': 'Close' },
    onConfirm: onYes,
    onClose() {
      isOpen = false
      // Each dialog listens for keys itself, and gets no event when it closes.
      closedBy = window.event
      onClose?.()
    },
  })
}
