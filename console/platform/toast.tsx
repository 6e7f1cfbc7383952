import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { letterShortcuts, useShortcuts } from './shortcuts.ts'
import classes from './toast.module.css'

/** Long enough to notice a mistake. */
const UNDO_MS = 10_000
const PLAIN_MS = 5_000

type Toast = {
  text: string
  /** The undo, while the toast is shown. */
  undo?: (() => void) | undefined
  /** A toast with the same id replaces the earlier one. */
  id?: string
}

/** A notification at the edge of the page, below every dialog, which screen readers announce. */
export const toast = ({ text, undo, id = text }: Toast): void => {
  const press = () => {
    notifications.hide(id)
    undo?.()
  }
  notifications.hide(id)
  notifications.show({
    id,
    autoClose: undo ? UNDO_MS : PLAIN_MS,
    withCloseButton: undo === undefined,
    message: (
      <span className={classes.toast}>
        <span className={classes.text}>{text}</span>
        {undo && <Undo onPress={press} />}
      </span>
    ),
  })
}

/** The toast is last on the page and only shown briefly, so keyboard users get a shortcut. */
const Undo = ({ onPress }: { onPress: () => void }) => {
  const hasLetters = letterShortcuts.use() === 'on'
  useShortcuts([{ keys: 'z', label: 'Undo what was just done', group: 'Now', run: onPress }])
  return (
    <Button size="compact-sm" variant="transparent" className={classes.undo} onClick={onPress}>
      Undo
      {hasLetters && (
        <kbd className={classes.key} aria-hidden>
          Z
        </kbd>
      )}
    </Button>
  )
}
