import type { PrintedDocument } from '@adoption-store/client'
import { useId } from 'react'
import { DocumentBody } from './document-body.tsx'
import classes from './document-sheet.module.css'

/** A document as it is printed. */
export const DocumentSheet = ({ title, html }: Pick<PrintedDocument, 'title' | 'html'>) => {
  const id = useId()
  return (
    <article className={classes.sheet} aria-labelledby={id}>
      <h2 id={id} dir="auto">
        {title}
      </h2>
      <DocumentBody html={html} />
    </article>
  )
}
