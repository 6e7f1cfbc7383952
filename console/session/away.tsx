import { type ReactNode, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'

type AwayProps = { isAway: boolean; children: ReactNode }

/** Removes the page from the document while the user signs in again, and then restores it with all typed text. */
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
