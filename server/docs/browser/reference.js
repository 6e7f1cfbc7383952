// Runs in the reference. Scalar renders an operation's extension as the component registered for it, and a component
// may be the name of an element: that puts the document's own marks into the operation's section, where the style
// sheet and the elements below act on them.

const showsMark = (element, text) => {
  customElements.define(
    element,
    class extends HTMLElement {
      connectedCallback() {
        this.textContent = text(this)
      }
    },
  )
}

const longDate = (date) =>
  new Date(date).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

showsMark('operation-stability', (mark) => mark.getAttribute('x-stability'))
showsMark(
  'operation-sunset',
  (mark) => `Removed on ${longDate(mark.getAttribute('x-deprecated-sunset'))}`,
)

// An operation whose live panel is off has no button that would open it, now or when Scalar draws it anew.
customElements.define(
  'operation-try-it',
  class extends HTMLElement {
    connectedCallback() {
      const section = this.closest('.section')
      if (this.getAttribute('x-hidetryitpanel') !== 'true' || !section) return
      const remove = () => {
        for (const button of section.querySelectorAll('.show-api-client-button')) button.remove()
      }
      this.observer = new MutationObserver(remove)
      this.observer.observe(section, { childList: true, subtree: true })
      remove()
    }

    disconnectedCallback() {
      this.observer?.disconnect()
    }
  },
)

const marks = () => ({
  name: 'operation-marks',
  extensions: [
    { name: 'x-hideTryItPanel', component: 'operation-try-it' },
    { name: 'x-stability', component: 'operation-stability' },
    { name: 'x-deprecated-sunset', component: 'operation-sunset' },
  ],
})

// The guides stand in Scalar's own navigation, after the introduction, also when a phone's menu draws it anew.
const addGuides = () => {
  for (const introduction of document.querySelectorAll(
    'aside [data-sidebar-id$="/description/introduction"]',
  )) {
    if (introduction.nextElementSibling?.matches('.guides')) continue
    introduction.after(document.getElementById('guides').content.cloneNode(true))
  }
}

// What Scalar leaves out for those who hear the page or have no mouse: names and roles of buttons and fields, a
// way into what scrolls.
const addNames = () => {
  for (const button of document.querySelectorAll('.group\\/copy-button:not([aria-label])')) {
    button.setAttribute('aria-label', 'Copy')
  }
  for (const button of document.querySelectorAll('button[role="none"]')) {
    button.removeAttribute('role')
  }
  for (const field of document.querySelectorAll('[role="combobox"]:not([aria-expanded])')) {
    field.setAttribute('aria-expanded', 'false')
  }
  for (const text of document.querySelectorAll('.cm-content:not([aria-label])')) {
    text.setAttribute('aria-label', 'JSON')
  }
  for (const button of document.querySelectorAll('[role="dialog"] button[aria-controls]')) {
    const controlled = document.getElementById(button.getAttribute('aria-controls'))
    if (!controlled) button.removeAttribute('aria-controls')
  }
  for (const list of document.querySelectorAll('ul.endpoints:not([tabindex])')) list.tabIndex = 0
}

// The limits are told in the headers of an answer: they are seen without being looked for.
const openHeaders = () => {
  for (const button of document.querySelectorAll('[role="dialog"] button[aria-expanded="false"]')) {
    if (button.dataset.opened || !/^\s*Response Headers/.test(button.textContent)) continue
    button.dataset.opened = 'true'
    button.click()
  }
  // They are in the order of the alphabet, in a grid; the limits come first.
  for (const row of document.querySelectorAll('.response-section-content-headers tr')) {
    const isLimit = /^\s*(x-ratelimit|ratelimit|retry-after)/i.test(row.textContent)
    for (const cell of row.cells) cell.style.order = isLimit ? '-1' : ''
  }
}

// Scalar takes the choice of the chosen server as its removal; requests would then go nowhere.
document.addEventListener(
  'click',
  (event) => {
    const option = event.target.closest?.('[role="option"][aria-selected="true"]')
    if (!option || !/^https?:/.test(option.textContent.trim())) return
    event.stopPropagation()
    event.preventDefault()
    option.parentElement.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }),
    )
  },
  true,
)

// Once for all that changes before the page is drawn again.
let isAsked = false
const mend = () => {
  isAsked = false
  addGuides()
  addNames()
  openHeaders()
}
new MutationObserver(() => {
  if (isAsked) return
  isAsked = true
  requestAnimationFrame(mend)
}).observe(document.body, { childList: true, subtree: true })

const api = await (await fetch('/openapi.json')).json()

Scalar.createApiReference('#docs', {
  content: api,
  plugins: [marks],
  defaultOpenAllTags: true,
  // The samples of the document itself are the ones to show: curl, our client, Python.
  hiddenClients: true,
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
