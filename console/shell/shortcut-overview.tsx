import { Modal, Switch } from '@mantine/core'
import { ReturnFocus } from '../platform/return-focus.ts'
import { letterShortcuts, useAllShortcuts } from '../platform/shortcuts.ts'
import { shownKeys } from './key-names.ts'
import classes from './shortcut-overview.module.css'

/** Every shortcut of the page that is shown. */
export const ShortcutOverview = ({ onClose }: { onClose: () => void }) => {
  const shortcuts = useAllShortcuts()
  const groups = [...new Set(shortcuts.map(({ group }) => group))]
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts" size={620}>
      <ReturnFocus />
      <div className={classes.groups}>
        {groups.map((group) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {shortcuts
                .filter((shortcut) => shortcut.group === group)
                .map(({ keys, label }) => (
                  <div key={keys}>
                    <dt>{label}</dt>
                    <dd>
                      <kbd>{shownKeys(keys)}</kbd>
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
      <Switch
        mt="lg"
        label="Shortcuts of a single letter"
        description="Turn them off if you use speech input."
        checked={letterShortcuts.use() === 'on'}
        onChange={(event) => letterShortcuts.set(event.currentTarget.checked ? 'on' : 'off')}
      />
    </Modal>
  )
}
