import classes from './early-field.module.css'

export const FIND_HINT = 'Find an animal, a person, an application or a page'

type FieldProps = { text: string; onType: (text: string) => void; onClose: () => void }

/** Takes what is typed while the palette loads: else it would be lost, or be shortcuts of the page behind. */
export const EarlyField = ({ text, onType, onClose }: FieldProps) => (
  <>
    {/* By keyboard, Escape closes it. */}
    <div className={classes.overlay} aria-hidden="true" onPointerDown={onClose} />
    <input
      className={classes.field}
      // biome-ignore lint/a11y/noAutofocus: the user pressed a key to open it and continues typing
      autoFocus
      placeholder={FIND_HINT}
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
  </>
)
