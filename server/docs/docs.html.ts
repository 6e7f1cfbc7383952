import { escapeHtml } from '../platform/html.ts'
import type { Guide } from './guides.ts'

type DocsPage = {
  guides: readonly Guide[]
  scalar: string
  start: string
  styles: string
  icon: string
}

/**
 * No inline script and no other host: the page works under a policy that allows neither. The start script puts the
 * template into Scalar's navigation, so that reference and guides are together.
 */
export const docsPage = ({ guides, ...urls }: DocsPage): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Animal Adoption Store API</title>
    <link rel="icon" href="${urls.icon}" type="image/svg+xml">
    <link rel="stylesheet" href="${urls.styles}">
    <script src="${urls.scalar}" defer></script>
    <script type="module" src="${urls.start}"></script>
  </head>
  <body>
    <div id="docs"></div>
    <template id="guides"><li class="guides text-base"><h2>Guides</h2><ul>${guides.map(guideEntry).join('')}</ul></li></template>
    <noscript>
      <p>The live panel needs JavaScript. The API is described in <a href="/openapi.json">openapi.json</a>, and
      in these guides, which need none:</p>
      <ul>${guides.map(guideEntry).join('')}</ul>
    </noscript>
  </body>
</html>
`

const guideEntry = ({ name, title }: Guide): string =>
  `<li><a href="/docs/guides/${name}">${escapeHtml(title)}</a></li>`

export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="#c2410c">
<ellipse cx="6" cy="15" rx="3" ry="4"/><ellipse cx="12" cy="8" rx="3" ry="4.5"/>
<ellipse cx="20" cy="8" rx="3" ry="4.5"/><ellipse cx="26" cy="15" rx="3" ry="4"/>
<path d="M16 15c-5 0-9 6-9 10 0 5 6 3 9 3s9 2 9-3c0-4-4-10-9-10z"/></svg>
`
