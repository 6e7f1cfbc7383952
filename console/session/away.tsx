import { type ReactNode, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'

type AwayProps = { isAway: boolean; children: ReactNode }

/**
 * Takes the page out of the document while somebody signs in again, and puts it back as it was, with all that was typed
 * into it.
 */
export const Away = ({ isAway, children }: AwayProps) => {
  const [host, setHost] = useState<HTMLElement | null>(null)
  const [container] = useState(() => document.createElement('div'))
  useLayoutEffect(() => {
    if (!host || isAway) return
    host.append(container)
    return () => container.remove()
  }, [host, container, isAway])
  useLayoutEffect(() => {
    if (!isAway) return
    const { title } = document
    const dialogs = [...document.body.querySelectorAll(':scope > [data-portal]')]
    for (const dialog of dialogs) dialog.remove()
    return () => {
      document.body.append(...dialogs)
      document.title = title
    }
  }, [isAway])
  return (
    <>
      <div ref={setHost} />
      {createPortal(children, container)}
    </>
  )
}
