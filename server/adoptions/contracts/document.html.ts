import { escapeHtml, Html, html } from '../../platform/html.ts'
import type { DocumentTemplate } from './document.ts'
import { blocksOf, photoOf } from './document-blocks.html.ts'
import { documentCss } from './document-css.ts'
import { documentTexts } from './document-texts.ts'
import type { DocumentValues } from './placeholder.ts'
import { fillHtml, fillText } from './template-text.ts'

type DocumentContent = {
  template: DocumentTemplate
  values: DocumentValues
  /** The values of each animal, if there are several. */
  animals?: readonly DocumentValues[] | undefined
  locale: string
  /** A data URL, like `logo`. */
  photo?: string | undefined
  logo?: string | undefined
  /** It is not the document that was signed, although there was one. */
  isUnsignedCopy?: boolean
}

/** Renders a document as one HTML file that contains everything it shows. */
export const documentHtml = async (content: DocumentContent): Promise<{ title: string; html: string }> => {
  const { template, values, animals, locale, photo } = content
  const { labels } = documentTexts(locale)
  const title = fillText(template.title, values)
  const text = await fillHtml(template.text, values, blocksOf({ values, animals, labels, photo }))
  const isPhotoShown = text.text.includes('<div class="parties">')
  const adoption = `${labels.adoption} ${values['adoption.number'] ?? ''}`
  const body = html`<article class="sheet" aria-labelledby="title">${head(content)}${content.isUnsignedCopy && html`<p class="notice">${labels.notStored}</p>`}${!isPhotoShown && photo !== undefined && photoOf(photo, values)}<h1 id="title" dir="auto">${title}</h1>
<div class="text">${raised(text)}</div><p class="foot">${adoption}</p></article>`
  return { title, html: page({ title, locale, css: documentCss(adoption), body }) }
}

const head = ({ values, logo }: DocumentContent): Html => {
  const contact = [values['organization.phone'], values['organization.email']].filter(Boolean)
  const lines = [values['organization.address'], contact.join(', ')].filter(Boolean)
  return html`<header class="head">${logo !== undefined && html`<img src="${logo}" alt="">`}<b dir="auto">${values['organization.name']}</b><address>${lines.map((line) => html`<span dir="auto">${line}</span>`)}</address></header>`
}

/** Headings in texts begin at the third level; here they follow the title. */
const raised = ({ text }: Html): Html =>
  new Html(text.replace(/<(\/?)h([3-6])>/g, (_, end, level) => `<${end}h${Number(level) - 1}>`))

type Page = { title: string; locale: string; css: string; body: Html }

const page = ({ title, locale, css, body }: Page): string =>
  `<!doctype html><html lang="${escapeHtml(locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:"><title>${escapeHtml(title)}</title><style>${css}</style></head><body>${body.text}</body></html>`
