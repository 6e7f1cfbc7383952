import { type Html, html } from '../../platform/html.ts'
import type { Guide } from './guides.ts'

const SHOWN = 5

/** For an address of the docs that leads nowhere: what to do, and where most readers begin. */
export const missingMain = (guides: readonly Guide[]): Html =>
  html`<header class="intro"><h1>Page not found</h1><p class="lead">There is no page of the docs at this address. Search for it, or start with one of these.</p><p class="acts"><a class="btn primary" href="/docs">Introduction</a><a class="btn" href="/docs/reference">All operations</a></p></header><h2 class="part">Where to start</h2><ul class="cards">${guides
    .slice(0, SHOWN)
    .map(
      ({ name, title, summary }) =>
        html`<li><a href="/docs/guides/${name}"><b>${title}</b><span>${summary}</span></a></li>`,
    )}</ul>`
