import { fill, h } from './dom.ts'
import type { Wording } from './labels.ts'
import type { FilterName, Offered } from './options.ts'
import type { Parameters } from './store.ts'

/** The number of animals for each value; undefined if unknown. */
type Counts = Readonly<Record<string, number>> | undefined

type Shown = {
  countsOf: (filter: FilterName) => Counts
  /** The total of all matches; undefined if unknown. */
  total: number | undefined
}

type Filters = {
  element: HTMLElement
  /** The visitor's choices, as the store's parameters. */
  chosen: () => Parameters
  show: (shown: Shown) => void
  clear: () => void
}

type Settings = { wording: Wording; offered: Offered; onChange: () => void }

/**
 * The filters for visitors. They are created once and only their counts are updated, so that nobody
 * loses the focus.
 */
export const makeFilters = ({ wording, offered, onChange }: Settings): Filters => {
  const chosen = new Map<FilterName, string>()
  let last: Shown = { countsOf: () => undefined, total: undefined }
  const tools = [...offered].map(([name, values]) =>
    makers[name]({
      wording,
      name,
      values,
      get: () => chosen.get(name) ?? '',
      set: (value) => {
        if (value) chosen.set(name, value)
        else chosen.delete(name)
        show(last)
        onChange()
      },
    }),
  )
  const clear = () => {
    if (chosen.size === 0) return
    chosen.clear()
    show(last)
    onChange()
  }
  const total = h('p', { part: 'count', role: 'status' })
  const clearing = h('button', { part: 'clear', click: clear }, wording.text('clear'))
  const choices = tools.filter(({ isRow }) => !isRow).map(({ element }) => element)
  const element = h(
    'div',
    { part: 'filters', role: 'group', 'aria-label': wording.text('filters') },
    h('div', { part: 'top' }, ...tools.filter(({ isRow }) => isRow).map((tool) => tool.element), total),
    choices.length > 0 && h('div', { part: 'choices' }, ...choices, clearing),
  )
  const show = (shown: Shown) => {
    last = shown
    for (const tool of tools) tool.show(shown)
    // It keeps its space, so that nothing moves.
    clearing.style.visibility = chosen.size > 0 ? 'visible' : 'hidden'
    total.textContent = shown.total === undefined ? '' : wording.count(shown.total)
  }
  show(last)
  return {
    element,
    chosen: () => Object.fromEntries([...chosen].map(([name, value]) => [name === 'search' ? 'q' : name, value])),
    show,
    clear,
  }
}

type Tool = {
  element: HTMLElement
  /** Whether it has its own row. */
  isRow?: boolean
  show: (shown: Shown) => void
}
type Making = {
  wording: Wording
  name: FilterName
  values: readonly string[]
  get: () => string
  set: (value: string) => void
}

/** A choice of one value, or all. */
const pillsFor = ({ wording, name, values, get, set }: Making): Tool => {
  const pills = ['', ...values].map((value) => ({
    value,
    button: h('button', { part: 'pill', click: () => set(value) }),
  }))
  return {
    isRow: true,
    element: h('div', { part: 'pills' }, ...pills.map(({ button }) => button)),
    show: ({ countsOf }) => {
      const counts = countsOf(name)
      for (const { value, button } of pills) {
        const isOn = get() === value
        const count = value ? counts?.[value] : counts && sumOf(counts)
        // Values without animals are hidden.
        button.hidden = value !== '' && !isOn && !count
        const label = value ? wording.value(name, value) : wording.text('all')
        press(button, { isOn, label, count: numberOf(wording, count) })
      }
    },
  }
}

/** A choice of any number of values. */
const togglesFor = ({ wording, name, values, get, set }: Making): Tool => {
  const listOn = () => get().split(',').filter(Boolean)
  const toggle = (value: string) => {
    const on = listOn()
    set((on.includes(value) ? on.filter((one) => one !== value) : [...on, value]).join(','))
  }
  const toggles = values.map((value) => ({
    value,
    button: h('button', { part: 'toggle', click: () => toggle(value) }),
  }))
  return {
    element: h('div', { part: 'toggles' }, ...toggles.map(({ button }) => button)),
    show: ({ countsOf }) => {
      const counts = countsOf(name)
      for (const { value, button } of toggles) {
        const isOn = listOn().includes(value)
        button.disabled = !isOn && counts?.[value] === 0
        const count = numberOf(wording, counts?.[value])
        press(button, { isOn, label: wording.value(name, value), count })
      }
    },
  }
}

const press = (
  button: HTMLButtonElement,
  { isOn, label, count }: { isOn: boolean; label: string; count: string },
): void => {
  button.setAttribute('aria-pressed', String(isOn))
  fill(button, [label, ' ', h('span', { part: 'number' }, count)])
}

const selectFor = ({ wording, name, values, get, set }: Making): Tool => {
  const options = values.map((value) => ({ value, option: h('option', { value }) }))
  const select = h(
    'select',
    { part: 'select', 'aria-label': wording.value(name, 'name'), change: () => set(select.value) },
    h('option', { value: '' }, wording.value(name, 'any')),
    ...options.map(({ option }) => option),
  )
  return {
    element: select,
    show: ({ countsOf }) => {
      const counts = countsOf(name)
      for (const { value, option } of options) {
        const count = numberOf(wording, counts?.[value])
        option.disabled = counts?.[value] === 0 && get() !== value
        option.text = wording.value(name, value) + (count && ` (${count})`)
      }
      select.value = get()
      select.toggleAttribute('data-on', get() !== '')
    },
  }
}

/** Submitted with Enter or when it loses the focus, as a visitor has few requests. */
const searchFor = ({ wording, get, set }: Making): Tool => {
  const field = h('input', {
    part: 'search',
    type: 'search',
    maxlength: 100,
    placeholder: wording.text('search'),
    'aria-label': wording.text('search'),
    change: () => set(field.value.trim()),
  })
  const show = () => {
    field.value = get()
  }
  return { element: field, show }
}

const makers: Readonly<Record<FilterName, (making: Making) => Tool>> = {
  species: pillsFor,
  search: searchFor,
  age: selectFor,
  size: selectFor,
  sex: selectFor,
  goodWith: togglesFor,
}

const numberOf = ({ number }: Wording, count: number | undefined): string => (count === undefined ? '' : number(count))

export const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, one) => sum + one, 0)
