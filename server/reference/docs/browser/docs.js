// Runs in every page of the docs, when it has been read. What few readers need is loaded when they ask for it.
import { addCopyButtons } from './copy.js'
import { find, findAll } from './dom.js'
import { keepChoice, readChoice } from './kept.js'

/** The reference was one page once: `/docs#tag/animals/GET/pets`. */
const followOldLink = () => {
  const [, method, path] = /^#(?:api-1\/)?tag\/[^/]+\/([A-Z]+)(\/.*)$/.exec(decodeURI(location.hash)) ?? []
  const link = findAll('nav a[data-old]').find(({ dataset }) => dataset.old === `${method}${path}`)
  if (link instanceof HTMLAnchorElement) location.replace(link.href)
}

/** Without a configured URL, the page has the address that the server listens on. Readers may reach it by another. */
const showOwnAddress = () => {
  const { listening } = find('main').dataset
  if (!listening || listening === location.origin) return
  const texts = document.createTreeWalker(find('main'), NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    text.nodeValue = text.nodeValue?.replaceAll(listening, location.origin) ?? null
}

const offerThemes = () => {
  const chosen = document.documentElement.dataset.theme ?? 'system'
  for (const input of findAll('.theme input')) {
    if (!(input instanceof HTMLInputElement)) continue
    input.checked = input.value === chosen
    input.addEventListener('change', () => {
      keepChoice('colorMode', input.value)
      if (input.value === 'system') delete document.documentElement.dataset.theme
      else document.documentElement.dataset.theme = input.value
    })
  }
}

/** @param {string} language */
const showLanguage = (language) => {
  for (const input of findAll('.samples input')) {
    if (input instanceof HTMLInputElement) input.checked = input.value === language
  }
}

/** A language is chosen once for all operations. */
const offerLanguages = () => {
  const chosen = readChoice('docs-language')
  if (chosen) showLanguage(chosen)
  for (const card of findAll('.samples')) {
    card.addEventListener('change', ({ target }) => {
      if (!(target instanceof HTMLInputElement)) return
      showLanguage(target.value)
      keepChoice('docs-language', target.value)
    })
  }
}

const offerPanels = () => {
  // Whoever presses the button finds it loaded; nobody waits for it before.
  if (findAll('.try').length > 0) addEventListener('load', () => import('./panel.js'))
  for (const button of findAll('.try')) {
    button.addEventListener('click', async () => {
      const { openPanel } = await import('./panel.js')
      openPanel(button.dataset.panel ?? '')
    })
  }
}

const offerSearch = () => {
  const open = async () => {
    const { openSearch } = await import('./search.js')
    openSearch(find('.find').dataset.index ?? '')
  }
  for (const button of findAll('.find')) button.addEventListener('click', open)
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select')
    const isAsked = (event.key === 'k' && (event.ctrlKey || event.metaKey)) || (event.key === '/' && !isTyping)
    if (!isAsked || document.querySelector('dialog[open]')) return
    event.preventDefault()
    open()
  })
}

/** The navigation marks the operation that is being read. */
const followReading = () => {
  /** @type {Map<string, HTMLElement>} */
  const links = new Map(findAll('nav a[href^="#"]').map((link) => [link.getAttribute('href')?.slice(1) ?? '', link]))
  const sections = findAll('main section[id]').filter(({ id }) => links.has(id))
  if (sections.length === 0) return
  /** @type {HTMLElement | undefined} */
  let marked
  const mark = (/** @type {string} */ id) => {
    const link = links.get(id)
    if (link === marked) return
    marked?.removeAttribute('aria-current')
    link?.setAttribute('aria-current', 'location')
    marked = link
    const rail = find('nav')
    const { offsetTop = 0 } = link ?? {}
    if (offsetTop < rail.scrollTop + 80 || offsetTop > rail.scrollTop + rail.clientHeight - 80) {
      rail.scrollTop = offsetTop - rail.clientHeight / 2
    }
  }
  // A section is read while it crosses a line a third down the window.
  const observer = new IntersectionObserver(
    (entries) => {
      const entered = entries.find(({ isIntersecting }) => isIntersecting)
      if (entered) mark(entered.target.id)
    },
    { rootMargin: '-30% 0px -69% 0px' },
  )
  for (const section of sections) observer.observe(section)
}

/** On a phone the menu lies over the page. */
const closeMenu = () => {
  find('nav').addEventListener('click', ({ target }) => {
    const nav = find('nav')
    if (target instanceof Element && target.closest('a') && nav.matches(':popover-open')) nav.hidePopover()
  })
}

followOldLink()
addEventListener('hashchange', followOldLink)
showOwnAddress()
offerThemes()
offerLanguages()
addCopyButtons()
offerPanels()
offerSearch()
followReading()
closeMenu()
