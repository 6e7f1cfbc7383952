import { createElement, Fragment, type ReactNode, useMemo } from 'react'
import classes from './document-body.module.css'

/** The HTML of a document as elements: only allowed tags, and no attributes except links. */
export const DocumentBody = ({ html }: { html: string }) => {
  const content = useMemo(
    () => childrenOf(new DOMParser().parseFromString(html, 'text/html').body),
    [html],
  )
  return <div className={classes.body}>{createElement(Fragment, null, ...content)}</div>
}

const shown = new Set('p h3 h4 ul ol li strong em a br hr blockquote code pre bdi'.split(' '))

const childrenOf = (node: Node): ReactNode[] => [...node.childNodes].map(elementOf)

const elementOf = (node: Node): ReactNode => {
  if (!(node instanceof Element)) return node.textContent
  const tag = node.localName
  if (node.className === 'line') return <span className={classes.line}>{node.textContent}</span>
  if (!shown.has(tag)) return node.textContent
  const children = childrenOf(node)
  return tag === 'a'
    ? createElement('a', linkOf(node), ...children)
    : createElement(tag, null, ...children)
}

const linkOf = (node: Element) => {
  const href = node.getAttribute('href') ?? ''
  return /^(?:https?|mailto|tel):/i.test(href) ? { href, target: '_blank', rel: 'noopener' } : null
}
