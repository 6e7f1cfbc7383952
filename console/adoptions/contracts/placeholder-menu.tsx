import { type Placeholder, placeholders } from '@adoption-store/client'
import { Button, Menu } from '@mantine/core'
import type { RefObject } from 'react'
import { placeholderLabels } from './placeholder-labels.ts'

type MenuProps = {
  area: RefObject<HTMLTextAreaElement | null>
  /** Called with the whole text after the insertion. */
  onInsert: (text: string) => void
}

/** Typeset parts stand between empty lines. */
const insertionOf = (name: Placeholder): string =>
  /^(?:parties|payment|signatures)$/.test(name) ? `\n\n{{${name}}}\n\n` : `{{${name}}}`

/** Inserts a placeholder at the cursor. */
export const PlaceholderMenu = ({ area, onInsert }: MenuProps) => {
  const insert = (name: Placeholder) => {
    const field = area.current
    if (!field) return
    field.focus()
    field.setRangeText(insertionOf(name), field.selectionStart, field.selectionEnd, 'end')
    onInsert(field.value)
  }
  return (
    <Menu position="top-start" withinPortal returnFocus={false}>
      <Menu.Target>
        <Button variant="default">Insert…</Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {placeholders.map((name) => (
          <Menu.Item key={name} onClick={() => insert(name)}>
            {placeholderLabels[name]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
