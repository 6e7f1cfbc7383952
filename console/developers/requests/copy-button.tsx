import { Button } from '@mantine/core'
import { useState } from 'react'

/** Copies a text, and says so. */
export const CopyButton = ({ text, what }: { text: string; what: string }) => {
  const [label, setLabel] = useState('Copy')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setLabel('Copied')
    } catch {
      // Browsers deny the clipboard to pages loaded over plain HTTP.
      setLabel('Not permitted')
    }
  }
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-live="polite"
      aria-label={label === 'Copy' ? `Copy the ${what}` : label}
      onClick={() => void copy()}
    >
      {label}
    </Button>
  )
}
