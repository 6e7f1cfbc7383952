import { type Html, html } from '../../platform/html.ts'
import { type Brand, shortName } from './brand.ts'

/** Addresses of what every page loads. */
export type Urls = {
  styles: string
  /** Runs before the page is drawn: colours and language as chosen. */
  early: string
  script: string
  icon: string
  font: string
  search: string
}

type DocsPage = {
  title: string
  brand: Brand
  description: string
  /** The URL of the same page in a form for machines. */
  markdown?: string
  /** Those that live panels can call, as JSON. */
  servers: string
  /** The address that texts have instead of the one in the browser. */
  listening: string
  navigation: Html
  main: Html
}

/** A page of the docs. It is whole without scripts; they add search, copying, the choice of colours and live panels. */
export const docsPage = (page: DocsPage, urls: Urls): string =>
  html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${page.title}</title><meta name="description" content="${page.description}"><meta name="color-scheme" content="light dark"><link rel="icon" href="${urls.icon}" type="image/svg+xml">${page.markdown !== undefined && html`<link rel="alternate" href="${page.markdown}" type="text/markdown">`}<link rel="preload" href="${urls.font}" as="font" type="font/woff2" crossorigin><link rel="stylesheet" href="${urls.styles}"><script src="${urls.early}"></script><script type="module" src="${urls.script}"></script></head>
<body><a class="skip" href="#content">Skip to content</a>
<header class="top"><button type="button" popovertarget="menu">Menu</button>${brandLink(page.brand, urls.icon)}${searchButton(urls.search)}</header>
<nav id="menu" aria-label="Documentation" popover>${brandLink(page.brand, urls.icon)}${searchButton(urls.search)}${page.navigation}${themeChoice}</nav>
<main id="content" data-servers="${page.servers}" data-listening="${page.listening}">${page.main}</main>
</body></html>
`.text

const brandLink = (brand: Brand, icon: string): Html =>
  html`<a class="brand" href="/docs"><img src="${icon}" width="26" height="26" alt=""><span>${shortName(brand)}</span></a>`

const searchButton = (index: string): Html =>
  html`<button type="button" class="find" data-index="${index}" aria-keyshortcuts="Control+K /">Search <kbd>Ctrl K</kbd></button>`

const themeChoice = html`<fieldset class="theme"><legend class="hide">Colors</legend>${['System', 'Light', 'Dark'].map((name) => html`<label><input type="radio" name="theme" value="${name.toLowerCase()}"${name === 'System' && html` checked`}>${name}</label>`)}</fieldset>`
