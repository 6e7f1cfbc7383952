import { Html, html } from '../../platform/html.ts'
import { highlighted } from './highlight.ts'
import type { ReferenceOperation, ReferenceResponse } from './reference.ts'

/** The samples of an operation, one for each language, and what opens its live panel. */
export const sampleCard = ({ id, name, samples, hasPanel }: ReferenceOperation): Html =>
  html`<div class="code samples" role="group" aria-label="Samples: ${name}">${samples.map(
    ({ label, lang, source }, at) =>
      html`${tab(`language-${id}`, label, at === 0)}<pre><code>${new Html(highlighted(source, lang))}</code></pre>`,
  )}${hasPanel ? runRow(id, name) : html`<p class="run off">The live panel is off for this operation.</p>`}</div>`

const runRow = (id: string, name: string): Html =>
  html`<p class="run"><button type="button" class="btn try" data-panel="${id}" aria-label="Try it: ${name}">Try it</button></p>`

/** Radio buttons: they need no script to choose between what follows each. */
const tab = (group: string, label: string, isFirst: boolean): Html =>
  html`<label><input type="radio" name="${group}" value="${label}"${isFirst && html` checked`}>${label}</label>`

/** Sample responses, one for each status that has one. */
export const answerCard = ({ id, name }: ReferenceOperation, shown: ReferenceResponse[]): Html => {
  const samples = shown.flatMap(({ status, content }) => {
    const [type, media] = Object.entries(content)[0] ?? []
    const sample = media?.example
    return type === undefined || sample === undefined ? [] : [{ status, type, sample }]
  })
  if (samples.length === 0) return html``
  return html`<div class="code answers" role="group" aria-label="Sample responses: ${name}"><span>Response</span>${samples.map(
    ({ status, type, sample }, at) =>
      html`${tab(`answer-${id}`, status, at === 0)}<pre tabindex="0"><code>${new Html(sampleText(type, sample))}</code></pre>`,
  )}</div>`
}

/** The example of what is sent to a webhook. */
export const exampleCard = ({ name, body = {} }: ReferenceOperation): Html => {
  const [type, media] = Object.entries(body)[0] ?? []
  if (type === undefined || media?.example === undefined) return html``
  return html`<div class="code answers" role="group" aria-label="Example: ${name}"><span>Example</span><pre tabindex="0"><code>${new Html(sampleText(type, media.example))}</code></pre></div>`
}

const sampleText = (type: string, sample: unknown): string =>
  typeof sample === 'string' ? highlighted(sample, type) : highlighted(JSON.stringify(sample, null, 2), 'json')
