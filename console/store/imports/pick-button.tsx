import { Button, FileButton } from '@mantine/core'
import { useRef } from 'react'
import { ACCEPTED } from './choose-file.ts'

type PickProps = {
  label: string
  isBusy: boolean
  variant?: 'default'
  onPick: (file: File) => void
}

/** Chooses a file; also the same one again, which may have been corrected meanwhile. */
export const PickButton = ({ label, isBusy, variant, onPick }: PickProps) => {
  const reset = useRef<() => void>(null)
  const pick = (file: File | null) => {
    reset.current?.()
    if (file) onPick(file)
  }
  return (
    <FileButton accept={ACCEPTED} resetRef={reset} onChange={pick}>
      {(props) => (
        <Button {...props} {...(variant && { variant })} loading={isBusy}>
          {label}
        </Button>
      )}
    </FileButton>
  )
}
