// The live panel: one dialog for all operations of a page.
import { accessFields } from './access-fields.js'
import { copyButton } from './copy.js'
import { element } from './dom.js'
import { commandView } from './json-view.js'
import { panelForm } from './panel-form.js'
import { curlOf, requestOf } from './request.js'
import { limitView, responseView } from './response-view.js'
import { secondsToWait, waiting } from './waiting.js'

/** @typedef {ReturnType<typeof panelForm>} Form */

/** What was filled in stays until the page is left. @type {Map<string, Form>} */
const forms = new Map()
/** @type {ReturnType<typeof makePanel> | undefined} */
let panel

/**
 * Opens the panel of an operation.
 *
 * @param {string} id
 */
export const openPanel = (id) => {
  panel ??= makePanel()
  const form = forms.get(id) ?? panelForm(id)
  forms.set(id, form)
  panel.open(form)
}

const makePanel = () => {
  const title = element('h2', { id: 'panel-name' })
  const method = element('em')
  const path = element('code')
  const close = element('button', { type: 'button', class: 'close', 'aria-label': 'Close' }, '\u00d7')
  const access = accessFields()
  const place = element('div', { class: 'fill' })
  const command = element('pre')
  const send = element('button', { type: 'button', class: 'btn primary' }, 'Send')
  const stop = element('button', { type: 'button', class: 'btn' }, 'Stop')
  const limit = limitView()
  const response = responseView()
  const dialog = element(
    'dialog',
    { class: 'panel', 'aria-labelledby': 'panel-name' },
    element('header', {}, title, element('p', { class: 'path' }, method, path), close),
    element(
      'div',
      { class: 'parts' },
      element('div', { class: 'ask' }, access.shown, place),
      element(
        'div',
        { class: 'tell' },
        element('div', { class: 'actions' }, send, stop, limit.shown),
        response.card,
        element(
          'section',
          { class: 'code', 'aria-label': 'Request as a command' },
          element('span', {}, 'Request'),
          command,
          ...(navigator.clipboard ? [copyButton(() => command.textContent ?? '')] : []),
        ),
      ),
    ),
  )
  document.body.append(dialog)

  /** @type {Form | undefined} */
  let form
  /** @type {AbortController | undefined} */
  let running
  const wait = waiting(send)

  const request = () => {
    if (!form) throw new Error('no operation is open')
    const { base, key } = access.read()
    return requestOf({ base, key, ...form, ...form.read() })
  }
  const showRequest = () => {
    if (form) command.replaceChildren(commandView(curlOf(request(), form)))
    wait.check(access.read())
  }
  const setRunning = (/** @type {AbortController | undefined} */ controller) => {
    running = controller
    stop.hidden = !controller
    send.hidden = Boolean(controller)
  }

  const run = async () => {
    if (!form || running || send.disabled || !form.form.reportValidity()) return
    const controller = new AbortController()
    setRunning(controller)
    response.fail('Waiting for the server…')
    // On a phone it lies below the form.
    if (matchMedia('(width < 900px)').matches) response.card.scrollIntoView()
    const began = performance.now()
    try {
      const { url, method: verb, headers, body } = request()
      const received = await fetch(url, {
        method: verb,
        headers,
        body: body ?? null,
        cache: 'no-store',
        credentials: 'omit',
        signal: controller.signal,
      })
      limit.show(received.headers)
      const seconds = secondsToWait(received)
      if (seconds !== undefined) wait.begin(access.read(), seconds)
      await response.show(received, performance.now() - began)
    } catch (error) {
      if (controller.signal.aborted) response.stopped()
      else response.fail(reasonOf(error))
    } finally {
      if (running === controller) setRunning(undefined)
    }
  }

  setRunning(undefined)
  send.addEventListener('click', run)
  stop.addEventListener('click', () => running?.abort())
  close.addEventListener('click', () => dialog.close())
  dialog.addEventListener('close', () => running?.abort())
  // A click beside it.
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close())
  dialog.addEventListener('input', showRequest)
  dialog.addEventListener('submit', (event) => {
    event.preventDefault()
    run()
  })

  return {
    /** @param {Form} opened */
    open(opened) {
      if (form !== opened) response.clear()
      form = opened
      title.textContent = opened.name
      method.textContent = opened.method
      method.className = `m ${opened.method.toLowerCase()}`
      path.textContent = `/v1${opened.path}`
      place.replaceChildren(opened.form)
      access.refresh()
      showRequest()
      dialog.showModal()
      access.focus(send)
    },
  }
}

/** @param {unknown} error */
const reasonOf = (error) =>
  error instanceof TypeError
    ? `No response. The server cannot be reached from this page, or the request cannot be sent: ${error.message}.`
    : String(error)
