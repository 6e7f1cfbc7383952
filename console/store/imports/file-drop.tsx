import { type DragEvent, useEffect, useState } from 'react'
import { TransferIcon } from '../../platform/icons.tsx'
import classes from './file-drop.module.css'
import { PickButton } from './pick-button.tsx'

type DropProps = { isBusy: boolean; onPick: (file: File) => void }

/** The area to drop or choose a file. */
export const FileDrop = ({ isBusy, onPick }: DropProps) => {
  const [isOver, setOver] = useState(false)
  useNoStrayDrop()
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file && !isBusy) onPick(file)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way, beside the button
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <span className={classes.dropIcon}>
        <TransferIcon size={24} />
      </span>
      <b role="status">{isBusy ? 'Sending your file…' : 'Drop your file here'}</b>
      <PickButton onPick={onPick} label="Choose a file" isBusy={isBusy} />
      <p>
        CSV or JSON, up to 20 MB: an export of Shelterluv, ASM3, RescueGroups, Petfinder, Adopt-a-Pet or this store, or
        a spreadsheet of your own that you saved as CSV.
      </p>
    </div>
  )
}

/** A file that misses the place would be opened by the browser, in the place of the console. */
const useNoStrayDrop = (): void => {
  useEffect(() => {
    const prevent = (event: Event) => event.preventDefault()
    window.addEventListener('dragover', prevent)
    window.addEventListener('drop', prevent)
    return () => {
      window.removeEventListener('dragover', prevent)
      window.removeEventListener('drop', prevent)
    }
  }, [])
}
