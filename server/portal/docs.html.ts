import { readFile } from 'node:fs/promises'
import { runInNewContext } from 'node:vm'

export type DocsUrls = { scalar: string; start: string; styles: string; icon: string }

/** No inline script and no other host: the page holds under a policy that allows neither. */
export const docsPage = (urls: DocsUrls): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Animal Adoption Store API</title>
    <link rel="icon" href="${urls.icon}" type="image/svg+xml">
    <link rel="stylesheet" href="${urls.styles}">
    <script src="${urls.scalar}" defer></script>
    <script src="${urls.start}" defer></script>
  </head>
  <body>
    <div id="docs"></div>
    <noscript>This page needs JavaScript. The API is described in <a href="/openapi.json">openapi.json</a>.</noscript>
  </body>
</html>
`

/**
 * Runs in the browser. Scalar renders an operation's extension as the component registered for it, and
 * a component may be the name of an element: that puts the document's own marks into the operation's
 * section, where the style sheet and the element below act on them.
 */
export const startScript = `const showsMark = (element, text) => {
  customElements.define(element, class extends HTMLElement {
    connectedCallback() {
      this.textContent = text(this)
    }
  })
}

showsMark('operation-stability', (mark) => mark.getAttribute('x-stability'))
showsMark('operation-sunset', (mark) => 'Removed on ' + mark.getAttribute('x-deprecated-sunset'))

const marks = () => ({
  name: 'operation-marks',
  extensions: [
    { name: 'x-hideTryItPanel', component: 'operation-try-it' },
    { name: 'x-stability', component: 'operation-stability' },
    { name: 'x-deprecated-sunset', component: 'operation-sunset' },
  ],
})

Scalar.createApiReference('#docs', {
  url: '/openapi.json',
  plugins: [marks],
  defaultOpenAllTags: true,
  // Nothing leaves for another host: requests of the live panel go straight to the listed server.
  proxyUrl: '',
  telemetry: false,
  withDefaultFonts: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  // A key typed into the live panel is forgotten with the page.
  persistAuth: false,
})
`

export const styles = `body { margin: 0; }
.section:has(operation-try-it[x-hidetryitpanel='true']) .show-api-client-button { display: none; }
operation-try-it { display: none; }
/* The live panel stays with the operation it was opened for: its own list would lead to every other. */
.scalar-client[role='dialog'] :is(aside, .scalar-sidebar-toggle) { display: none !important; }
operation-stability, operation-sunset {
  display: inline-block;
  margin-bottom: 12px;
  padding: 2px 8px;
  border-radius: 12px;
  background: var(--scalar-background-2);
  color: var(--scalar-color-orange);
  font-size: var(--scalar-mini);
}
operation-stability { text-transform: capitalize; }
operation-sunset { color: var(--scalar-color-red); }
operation-stability[x-stability='beta'] { color: var(--scalar-color-blue); }
`

export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="#c2410c">
<ellipse cx="6" cy="15" rx="3" ry="4"/><ellipse cx="12" cy="8" rx="3" ry="4.5"/>
<ellipse cx="20" cy="8" rx="3" ry="4.5"/><ellipse cx="26" cy="15" rx="3" ry="4"/>
<path d="M16 15c-5 0-9 6-9 10 0 5 6 3 9 3s9 2 9-3c0-4-4-10-9-10z"/></svg>
`

/**
 * The Fastify plugin is the smallest package that ships Scalar's script: as one string literal of its
 * module. The literal is read out of the text, for importing the module would hold the event loop for
 * 0.1 s and 40 MB for good.
 */
export const scalarScript = async (): Promise<string> => {
  const module = await readFile(
    new URL(import.meta.resolve('@scalar/fastify-api-reference')),
    'utf8',
  )
  const literal = /^var standalone_default = (".*");$/m.exec(module)?.[1]
  if (!literal)
    throw new Error('@scalar/fastify-api-reference no longer holds its script as a literal')
  return String(runInNewContext(literal))
}
