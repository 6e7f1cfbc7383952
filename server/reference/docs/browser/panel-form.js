// The form of one operation, as the server wrote it into the page, and what is read from it.
import { readBody, writeBody } from './body-text.js'
import { find, findAll } from './dom.js'
import { membersOf } from './json-text.js'

/** @param {string} id */
export const panelForm = (id) => {
  const template = /** @type {HTMLTemplateElement} */ (find(`[id="panel-${id}"]`))
  const form = /** @type {HTMLFormElement} */ (find('form', document.importNode(template.content, true)))
  const json = /** @type {HTMLTextAreaElement | null} */ (form.querySelector('textarea[name="json"]'))
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
  /** @type {HTMLElement[]} */ (findAll('[name], [data-name]', form)).flatMap((input) => {
    const name = input.dataset.name ?? input.getAttribute('name') ?? ''
    const [, place, parameter] = /^(path|query|header):(.+)$/.exec(name) ?? []
    return place && parameter ? [{ place, name: parameter, value: fieldText(input) }] : []
  })

/**
 * What an input or a group of checkboxes holds, as text. A group may have to keep a text that its checkboxes cannot show,
 * such as an empty list.
 *
 * @param {HTMLElement} input
 */
const fieldText = (input) => {
  if (input.dataset.choices === undefined) return /** @type {HTMLInputElement | HTMLSelectElement} */ (input).value
  const checked = boxesIn(input).filter((box) => box.checked)
  if (checked.length > 0) input.dataset.choices = ''
  return checked.length > 0 ? checked.map(({ value }) => value).join(',') : input.dataset.choices
}

/**
 * @param {HTMLElement} input
 * @param {string} text
 */
const setFieldText = (input, text) => {
  if (input.dataset.choices === undefined) {
    Object.assign(input, { value: text })
    return
  }
  const boxes = boxesIn(input)
  const values = text === '' ? [] : text.split(', ')
  const isShown = values.every((value) => boxes.some((box) => box.value === value))
  for (const box of boxes) box.checked = isShown && values.includes(box.value)
  input.dataset.choices = isShown ? '' : text
}

/** @param {HTMLElement} group */
const boxesIn = (group) => /** @type {HTMLInputElement[]} */ (findAll('input', group))

/**
 * Fields and JSON are two views of one body: each follows the other.
 *
 * @param {HTMLFormElement} form
 * @param {HTMLTextAreaElement} json
 */
const linkViews = (form, json) => {
  const problem = find('.problem', form)
  const inputs = /** @type {HTMLElement[]} */ (findAll('[data-field]', form))
  if (inputs.length === 0) return
  const fields = () =>
    inputs.map((input) => ({
      path: (input.dataset.field ?? '').split('.'),
      kind: input.dataset.kind ?? 'string',
      text: fieldText(input),
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
    for (const [at, input] of inputs.entries()) setFieldText(input, texts?.[at] ?? '')
  })
}
