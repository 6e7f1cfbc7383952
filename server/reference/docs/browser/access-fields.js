import { element } from './dom.js'
import { keepKey, readKey, readServers } from './servers.js'

/** Which server, and the key for it. */
export const accessFields = () => {
  const servers = readServers()
  const server = element('select')
  for (const { name, origin } of servers) {
    const option = element(
      'option',
      { value: origin ?? '' },
      origin ? `${name} · ${origin}/v1` : `${name} · not set up here`,
    )
    option.disabled = !origin
    server.append(option)
  }
  server.value = location.origin
  const key = element('input', {
    class: 'secret',
    autocomplete: 'off',
    spellcheck: 'false',
    autocapitalize: 'off',
    placeholder: 'aas_test_…',
    'data-1p-ignore': '',
  })
  const forget = element('button', { type: 'button', class: 'link' }, 'Forget it')
  const hint = element(
    'p',
    { class: 'hint' },
    'Kept in this tab for this server alone, and gone when you close the tab. ',
    forget,
  )
  const refresh = () => {
    key.value = readKey(server.value)
    forget.hidden = key.value === ''
  }
  server.addEventListener('change', refresh)
  key.addEventListener('input', () => {
    keepKey(server.value, key.value.trim())
    forget.hidden = key.value === ''
  })
  forget.addEventListener('click', () => {
    keepKey(server.value, '')
    refresh()
    key.focus()
    key.dispatchEvent(new Event('input', { bubbles: true }))
  })
  return {
    shown: element(
      'div',
      { class: 'access' },
      element('label', { class: 'f' }, element('span', {}, 'Server'), server),
      element('label', { class: 'f' }, element('span', {}, 'API key'), key),
      hint,
    ),
    refresh,
    read: () => ({ base: `${server.value}/v1`, key: key.value.trim() }),
    /** Where there is a key, all is ready to be sent. */
    focus: (/** @type {HTMLElement} */ send) => (key.value === '' ? key : send).focus(),
  }
}
