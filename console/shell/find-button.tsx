import { SearchIcon } from '../platform/icons.tsx'
import classes from './find-button.module.css'
import { shownKeys } from './key-names.ts'
import { openPalette, preparePalette } from './quick-access.tsx'

/** Opens the palette. On a phone it is the icon alone. */
export const FindButton = () => (
  <button
    type="button"
    className={classes.find}
    aria-keyshortcuts="Control+K Meta+K"
    onPointerEnter={preparePalette}
    onFocus={preparePalette}
    onClick={openPalette}
  >
    <SearchIcon size={16} />
    <span>Find anything</span>
    <kbd>{shownKeys('mod+k')}</kbd>
  </button>
)
