// The form of one operation, as the server wrote it into the page, and what is read from it.
import { readBody, writeBody } from './body-text.js'
import { find, findAll } from './dom.js'
import { membersOf } from './json-text.js'

/** @param {string} id */
export const panelForm = (id) => {
  const template = /** @type {HTMLTemplateElement} */ (find(`[id="panel-${id}"]`))
  const form = /** @type {HTMLFormElement} */ (
    find('form', document.importNode(template.content, true))
  )
  const json = /** @type {HTMLTextAreaElement | null} */ (
    form.querySelector('textarea[name="json"]')
  )
  const file = /** @type {HTMLInputElement | null} */ (form.querySelector('input[type="file"]'))
  if (json) linkViews(form, json)
  return {
    form,
    method: form.dataset.method ?? 'GET',
    path: form.dataset.path ?? '',
    name: form.dataset.name ?? '',
    isStream: form.dataset.stream !== undefined,
    read: () => ({
      values: valuesIn(form),
      body: json ? json.value.trim() || undefined : file?.files?.[0],
      type: /** @type {HTMLElement | null} */ (form.querySelector('.body'))?.dataset.type,
    }),
  }
}

/** @param {HTMLFormElement} form */
const valuesIn = (form) =>
  [...new FormData(form)].flatMap(([name, value]) => {
    const [, place, parameter] = /^(path|query|header):(.+)$/.exec(name) ?? []
    return place && parameter ? [{ place, name: parameter, value: String(value) }] : []
  })

/**
 * Fields and JSON are two views of one body: each follows the other.
 *
 * @param {HTMLFormElement} form
 * @param {HTMLTextAreaElement} json
 */
const linkViews = (form, json) => {
  const problem = find('.problem', form)
  const inputs = /** @type {(HTMLInputElement | HTMLSelectElement)[]} */ (
    findAll('[data-field]', form)
  )
  if (inputs.length === 0) return
  const fields = () =>
    inputs.map(({ dataset, value }) => ({
      path: (dataset.field ?? '').split('.'),
      kind: dataset.kind ?? 'string',
      text: value,
    }))
  for (const input of inputs) {
    input.addEventListener('input', () => {
      json.value = writeBody(fields(), membersOf(json.value))
      problem.textContent = ''
    })
  }
  json.addEventListener('input', () => {
    const texts = readBody(json.value, fields())
    problem.textContent = texts || json.value.trim() === '' ? '' : 'This is not a JSON object.'
    for (const [at, input] of inputs.entries()) input.value = texts?.[at] ?? ''
  })
}
