import classes from './early-field.module.css'

type FieldProps = { text: string; onType: (text: string) => void; onClose: () => void }

/** Takes what is typed while the palette loads: else it would be lost, or be shortcuts of the page behind. */
export const EarlyField = ({ text, onType, onClose }: FieldProps) => (
  <input
    className={classes.field}
    // biome-ignore lint/a11y/noAutofocus: whoever pressed the keys goes on typing
    autoFocus
    aria-label="Find"
    aria-busy="true"
    autoComplete="off"
    spellCheck={false}
    value={text}
    onChange={(event) => onType(event.currentTarget.value)}
    onKeyDown={(event) => {
      if (event.key === 'Escape') onClose()
    }}
  />
)
