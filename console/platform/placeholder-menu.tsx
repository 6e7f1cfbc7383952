import { Button, Menu } from '@mantine/core'
import type { RefObject } from 'react'

/** `text`: the text to insert. */
export type PlaceholderItem = { label: string; text: string }

type MenuProps = {
  items: readonly PlaceholderItem[]
  area: RefObject<HTMLTextAreaElement | null>
  /** Called with the whole text after the insertion. */
  onInsert: (text: string) => void
}

/** Inserts a placeholder at the cursor. */
export const PlaceholderMenu = ({ items, area, onInsert }: MenuProps) => {
  const insert = (text: string) => {
    const field = area.current
    if (!field) return
    field.focus()
    field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end')
    onInsert(field.value)
  }
  return (
    <Menu position="top-start" withinPortal returnFocus={false}>
      <Menu.Target>
        <Button variant="default">Insert…</Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {items.map(({ label, text }) => (
          <Menu.Item key={label} onClick={() => insert(text)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
