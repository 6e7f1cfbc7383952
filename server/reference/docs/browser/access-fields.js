import { element } from './dom.js'
import { keepKey, readKey, readServers } from './servers.js'
import { testKeyButton } from './test-key.js'

/** Which server, and the key for it. */
export const accessFields = () => {
  const servers = readServers()
  const server = element('select')
  for (const { name, origin } of servers) {
    server.append(element('option', { value: origin }, `${name} · ${origin}/v1`))
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
  const testKey = testKeyButton({
    isOffered: () => server.value === `${location.origin}/staging` && key.value === '',
    use(made) {
      key.value = made
      keepKey(server.value, made)
      refresh()
      key.focus()
      key.dispatchEvent(new Event('input', { bubbles: true }))
    },
  })
  const refresh = () => {
    key.value = readKey(server.value)
    forget.hidden = key.value === ''
    testKey.refresh()
  }
  server.addEventListener('change', refresh)
  key.addEventListener('input', () => {
    keepKey(server.value, key.value.trim())
    forget.hidden = key.value === ''
    testKey.refresh()
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
      testKey.shown,
      hint,
    ),
    refresh,
    read: () => ({ base: `${server.value}/v1`, key: key.value.trim() }),
    /** Where there is a key, all is ready to be sent. */
    focus: (/** @type {HTMLElement} */ send) => (key.value === '' ? key : send).focus(),
  }
}
