// Search over operations, guides, errors and objects: the index is fetched when it is first opened.
import { element } from './dom.js'
import { searchOver, snippet } from './search-ranking.js'

/** @typedef {import('./search-ranking.js').Entry} Entry */

/** @type {ReturnType<typeof makeSearch> | undefined} */
let search

/**
 * @param {string} index The address of the index.
 */
export const openSearch = (index) => {
  search ??= makeSearch(fetch(index).then((response) => response.json()))
  search.open()
}

/** @param {Promise<Entry[]>} loading */
const makeSearch = (loading) => {
  const input = element('input', {
    type: 'text',
    role: 'combobox',
    placeholder: 'Search operations, guides and errors',
    'aria-label': 'Search',
    'aria-controls': 'search-results',
    'aria-expanded': 'true',
    autocomplete: 'off',
    spellcheck: 'false',
    enterkeyhint: 'go',
  })
  const list = element('div', { id: 'search-results', role: 'listbox', 'aria-label': 'Results' })
  const note = element('p', { role: 'status' })
  const dialog = element('dialog', { class: 'search', 'aria-label': 'Search' }, input, note, list)
  document.body.append(dialog)
  /** @type {ReturnType<typeof searchOver> | undefined} */
  let find
  let chosen = 0

  const choose = (/** @type {number} */ at) => {
    const options = [...list.children]
    if (options.length === 0) return input.removeAttribute('aria-activedescendant')
    chosen = (at + options.length) % options.length
    for (const [place, option] of options.entries()) {
      option.setAttribute('aria-selected', String(place === chosen))
    }
    input.setAttribute('aria-activedescendant', `search-result-${chosen}`)
    options[chosen]?.scrollIntoView({ block: 'nearest' })
  }
  const show = () => {
    if (!find) return
    const { entries, found, words } = find(input.value)
    list.replaceChildren(...entries.map((entry, at) => resultOf(entry, words, at)))
    list.hidden = entries.length === 0
    note.textContent = found
      ? ''
      : input.value.trim() === ''
        ? 'Arrow keys choose, Enter opens.'
        : 'Nothing matches these words. Here is where to start.'
    choose(0)
  }
  const go = () => {
    const link = list.children[chosen]
    if (!(link instanceof HTMLAnchorElement)) return
    dialog.close()
    location.assign(link.href)
  }

  input.addEventListener('input', show)
  dialog.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') choose(chosen + 1)
    else if (event.key === 'ArrowUp') choose(chosen - 1)
    else if (event.key === 'Enter') go()
    else return
    event.preventDefault()
  })
  dialog.addEventListener('click', ({ target }) => {
    const isLink = target instanceof Element && target.closest('a')
    if (target === dialog || isLink) dialog.close()
  })
  note.textContent = 'Loading…'
  loading.then(
    (loaded) => {
      find = searchOver(loaded)
      show()
    },
    () => {
      note.textContent = 'The search index could not be loaded. Reload the page to try again.'
    },
  )
  return {
    open() {
      dialog.showModal()
      input.select()
    },
  }
}

/**
 * @param {Entry} entry
 * @param {readonly string[]} words
 * @param {number} at
 */
const resultOf = ({ kind, title, hint, url, text }, words, at) =>
  element(
    'a',
    {
      role: 'option',
      id: `search-result-${at}`,
      'aria-selected': 'false',
      href: url,
      tabindex: '-1',
    },
    element('span', {}, element('b', {}, ...marked(title, words)), ' ', element('code', {}, hint)),
    element('small', {}, kind),
    element('i', {}, ...marked(snippet(text, words), words)),
  )

/**
 * @param {string} text
 * @param {readonly string[]} words
 * @returns {(Node | string)[]}
 */
const marked = (text, words) => {
  const lower = text.toLowerCase()
  const starts = words.map((word) => ({ at: lower.indexOf(word), word })).filter(({ at }) => at >= 0)
  const first = starts.toSorted((one, other) => one.at - other.at || other.word.length - one.word.length)[0]
  if (!first) return [text]
  const end = first.at + first.word.length
  return [text.slice(0, first.at), element('mark', {}, text.slice(first.at, end)), ...marked(text.slice(end), words)]
}
