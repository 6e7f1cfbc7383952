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

/** Asks before something that cannot be undone. */
export const confirm = ({ title, text, yes, no = 'Cancel', onYes, onClose }: Question): void => {
  modals.openConfirmModal({
    title,
    children: <Text size="sm">{text}</Text>,
    labels: { confirm: yes, cancel: no },
    confirmProps: { color: 'red.9' },
    closeButtonProps: { 'aria-label': 'Close' },
    onConfirm: onYes,
    ...(onClose && { onClose }),
  })
}
