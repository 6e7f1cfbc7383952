import type { Listing, ListingFacets } from '@adoption-store/client'
import { cardOf, skeleton } from './card.ts'
import { detailsOf } from './details.ts'
import { makeDialog } from './dialog.ts'
import { fill, h } from './dom.ts'
import { makeFilters, sumOf } from './filters.ts'
import type { Wording } from './labels.ts'
import { makeNotice } from './notice.ts'
import { type FilterName, narrowed, type Offered } from './options.ts'
import { type Page, type Parameters, Problem, type Store } from './store.ts'

export type GalleryEvent = 'load' | 'open' | 'apply' | 'error'

type Settings = {
  store: Store
  /** The parameters of the page. */
  parameters: Parameters
  offered: Offered
  wording: Wording
  applyUrlOf: (listing: Listing) => string | undefined
  /** Returns false if the page prevents the default action. */
  notify: (event: GalleryEvent, detail: object) => boolean
}

/** A visitor may change several filters before the list is loaded. */
const SETTLE_MS = 250

/** The list with its filters and its dialog. Nothing is requested before `start`. */
export const makeGallery = ({ store, parameters, offered, wording, applyUrlOf, notify }: Settings) => {
  let [turn, next, settling]: [AbortController, string | undefined, number] = [new AbortController(), undefined, 0]
  let isMore = false
  let shown = 0

  const filters = makeFilters({
    wording,
    offered,
    onChange: () => {
      clearTimeout(settling)
      settling = window.setTimeout(() => load(), SETTLE_MS)
    },
  })
  const query = () => narrowed(parameters, filters.chosen())
  const notice = makeNotice(wording, () => load(isMore))
  const dialog = makeDialog(wording)
  const grid = h('ul', {
    part: 'grid',
    role: 'list',
    'aria-label': wording.text('animals'),
  })
  const more = h('button', { part: 'more', hidden: true, click: () => load(true) }, wording.text('more'))
  const progress = h('p', { part: 'progress' })
  const translated = wording.text('machine')
  const element = h(
    'div',
    { part: 'body' },
    offered.size > 0 && filters.element,
    notice.element,
    grid,
    h('div', { part: 'foot' }, progress, more),
    translated !== '' && h('p', { part: 'translated' }, translated),
    dialog.element,
  )

  const open = (listing: Listing, from: HTMLElement) => {
    if (!notify('open', { listing })) return
    const onApply = (event: Event) => notify('apply', { listing }) || event.preventDefault()
    dialog.open(detailsOf(listing, { wording, applyUrl: applyUrlOf(listing), onApply }), from)
  }

  const append = (page: Page) => {
    const cards = page.listings.map((listing) => {
      const card = cardOf(listing, {
        wording,
        onOpen: () => open(listing, button()),
      })
      const button = () => card.querySelector('button') as HTMLButtonElement
      return card
    })
    grid.append(...cards)
    shown += cards.length
    next = page.next
    more.hidden = next === undefined
    return cards
  }

  const showEmpty = () => {
    const isNarrowed = Object.keys(filters.chosen()).length > 0
    // There is nothing to choose from.
    if (!isNarrowed) filters.element.remove()
    const clearing = h('button', { part: 'retry', click: filters.clear }, wording.text('clear'))
    const text = isNarrowed ? h('p', {}, wording.text('none')) : h('slot', { name: 'empty' }, wording.text('empty'))
    fill(grid, [h('li', { part: 'empty' }, text, isNarrowed && clearing)])
  }

  const showCounts = (counts: ListingFacets | undefined) => {
    const total = counts && sumOf(counts.species)
    const countsOf = (filter: FilterName) => {
      const { [filter === 'search' ? 'q' : filter]: chosen, ...others } = filters.chosen()
      // Values other than the chosen ones have no animals in these counts.
      const found =
        chosen === undefined || filter === 'goodWith'
          ? counts
          : store.knownCounts(countable(narrowed(parameters, others)))
      return filter === 'search' ? undefined : found?.[filter]
    }
    filters.show({ countsOf, total })
    progress.textContent = total && next !== undefined ? wording.text('shown', { shown, n: total }) : ''
    return total
  }

  const fail = (problem: Problem) => {
    const { code, message } = problem
    if (shown === 0) fill(grid, [])
    // Near the position of the visitor.
    if (isMore) grid.after(notice.element)
    else grid.before(notice.element)
    notice.show(problem)
    if (problem.kind === 'refused') console.warn(`<adoption-gallery> ${message} (${code})`)
    notify('error', { code, message })
  }

  const load = async (wantsMore = false): Promise<void> => {
    turn.abort()
    turn = new AbortController()
    const { signal } = turn
    isMore = wantsMore
    notice.clear()
    grid.ariaBusy = 'true'
    more.disabled = true
    const wanted = query()
    // A list without counts is better than none.
    const counting = isMore ? undefined : store.count(countable(wanted), signal).catch(() => undefined)
    try {
      const page = await store.list({ ...wanted, ...(isMore && next && { cursor: next }) }, signal)
      if (signal.aborted) return
      if (!isMore) {
        fill(grid, [])
        shown = 0
      }
      const [first] = append(page)
      if (isMore) first?.querySelector('button')?.focus()
      if (shown === 0) showEmpty()
      notice.forget()
      settle()
      const counts = isMore ? store.knownCounts(countable(wanted)) : await counting
      if (signal.aborted) return
      const total = showCounts(counts)
      notify('load', { shown, total })
    } catch (error) {
      if (signal.aborted) return
      fail(error instanceof Problem ? error : new Problem('failed', 'unexpected', `${error}`))
      settle()
    }
  }
  const settle = () => {
    grid.ariaBusy = 'false'
    more.disabled = false
  }

  const onOnline = () => void notice.retryNow()
  fill(grid, Array.from({ length: Math.min(Number(parameters.limit) || 12, 12) }, skeleton))
  grid.ariaBusy = 'true'
  return {
    element,
    fail,
    start(): void {
      addEventListener('online', onOnline)
      void load()
    },
    close(): void {
      removeEventListener('online', onOnline)
      clearTimeout(settling)
      turn.abort()
      notice.clear()
      dialog.close()
    },
  }
}

/** Counts use the filters of a list, but not its order or length. */
const countable = ({ sort: _sort, limit: _limit, ...filters }: Parameters): Parameters => filters
