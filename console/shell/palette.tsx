import { Modal } from '@mantine/core'
import { type KeyboardEvent, useId, useState } from 'react'
import { Skeleton } from '../platform/skeleton.tsx'
import { FIND_HINT } from './early-field.tsx'
import classes from './palette.module.css'
import { type Entry, usePaletteEntries } from './palette-entries.ts'

/** Finds pages, actions and what is in the store, by the keyboard. It begins with what was typed while it was loaded. */
export const Palette = ({ typed, onClose }: { typed: string; onClose: () => void }) => {
  const id = useId()
  const [text, setText] = useState(typed)
  const [chosen, setChosen] = useState(0)
  const { entries, isSearching } = usePaletteEntries(text.trim())
  const current = Math.min(chosen, entries.length - 1)
  const run = (entry: Entry | undefined) => {
    if (!entry) return
    onClose()
    entry.run()
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter') run(entries[current])
    else if (step && entries.length > 0) {
      setChosen((current + step + entries.length) % entries.length)
    } else return
    event.preventDefault()
  }
  return (
    // At once, as the field may have been there before.
    <Modal.Root opened onClose={onClose} size={620} yOffset="12vh" transitionProps={{ duration: 0 }}>
      <Modal.Overlay backgroundOpacity={0.4} color="#1f1c17" />
      <Modal.Content aria-label="Find anything">
        <input
          className={classes.field}
          data-autofocus
          // biome-ignore lint/a11y/noAutofocus: at once, not after a moment in which letters would be lost
          autoFocus
          placeholder={FIND_HINT}
          aria-label="Find"
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={entries.length > 0 ? `${id}-${current}` : undefined}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onKeyDown={press}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setChosen(0)
          }}
        />
        <div className={classes.list} id={`${id}-list`} role="listbox" aria-label="Found">
          {entries.map((entry, at) => (
            <Row
              key={entry.key}
              id={`${id}-${at}`}
              entry={entry}
              heading={entry.group === entries[at - 1]?.group ? undefined : entry.group}
              isChosen={at === current}
              onPoint={() => setChosen(at)}
              onRun={() => run(entry)}
            />
          ))}
        </div>
        <div className={classes.foot} role="status">
          {isSearching && <Skeleton width={120} />}
          {!isSearching && entries.length === 0 && <>Nothing found for “{text}”</>}
          {entries.length > 0 && !isSearching && (
            <>
              <kbd>↑</kbd> <kbd>↓</kbd> to choose, <kbd>Enter</kbd> to open
            </>
          )}
        </div>
      </Modal.Content>
    </Modal.Root>
  )
}

type RowProps = {
  id: string
  entry: Entry
  heading: string | undefined
  isChosen: boolean
  onPoint: () => void
  onRun: () => void
}

const Row = ({ id, entry, heading, isChosen, onPoint, onRun }: RowProps) => (
  <>
    {heading && (
      <div className={classes.heading} role="presentation">
        {heading}
      </div>
    )}
    {/* The keys are those of the field, which keeps the focus. */}
    {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
    {/* biome-ignore lint/a11y/useFocusableInteractive: see above */}
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      className={classes.row}
      ref={(row) => {
        if (isChosen) row?.scrollIntoView({ block: 'nearest' })
      }}
      onPointerMove={onPoint}
      onClick={onRun}
    >
      <span className={classes.title}>{entry.title}</span>
      {entry.detail && <span className={classes.detail}>{entry.detail}</span>}
      {entry.keys && <kbd>{entry.keys}</kbd>}
    </div>
  </>
)
