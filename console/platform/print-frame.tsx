import { type RefObject, useEffect, useMemo, useRef } from 'react'
import classes from './print-frame.module.css'
import { styleNonce } from './style-nonce.ts'

type FrameProps = {
  /** A whole HTML file, which the API has rendered. */
  html: string
  title: string
  frame: RefObject<HTMLIFrameElement | null>
}

/** Shows a printable file exactly as it is. It runs no scripts. */
export const PrintFrame = ({ html, title, frame }: FrameProps) => {
  // The page's policy applies to the frame too, and allows only styles with its nonce.
  const source = useMemo(() => html.replace('<style>', `<style nonce="${styleNonce()}">`), [html])
  useFullHeight(frame)
  usePrintShortcut(frame)
  return (
    <iframe
      ref={frame}
      className={classes.frame}
      title={title}
      sandbox="allow-same-origin allow-modals"
      srcDoc={source}
    />
  )
}

export const printFrame = (frame: RefObject<HTMLIFrameElement | null>): void => frame.current?.contentWindow?.print()

/** The frame is as high as its document, also when its width changes. */
const useFullHeight = (frame: RefObject<HTMLIFrameElement | null>): void => {
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const fit = () => {
      const height = element.contentDocument?.body?.scrollHeight
      if (height) element.style.height = `${height}px`
    }
    const observer = new ResizeObserver(fit)
    observer.observe(element)
    element.addEventListener('load', fit)
    return () => {
      observer.disconnect()
      element.removeEventListener('load', fit)
    }
  }, [frame])
}

/** The browser's own shortcut prints the document and not the page around it. */
const usePrintShortcut = (frame: RefObject<HTMLIFrameElement | null>): void => {
  useEffect(() => {
    const print = (event: KeyboardEvent) => {
      if (event.key !== 'p' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      printFrame(frame)
    }
    window.addEventListener('keydown', print)
    return () => window.removeEventListener('keydown', print)
  }, [frame])
}

export const useFrame = (): RefObject<HTMLIFrameElement | null> => useRef<HTMLIFrameElement>(null)
