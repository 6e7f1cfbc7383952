import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'

type Question = {
  title: string
  text: string
  yes: string
  no?: string
  onYes: () => void
  /** Whatever was chosen. */
  onClose?: () => void
}

let isOpen = false

/** Whether a question is open, or was just closed: a key that closes it closes nothing that is below. */
export const isAsked = (): boolean => isOpen

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
      setTimeout(() => {
        isOpen = false
      })
      onClose?.()
    },
  })
}
