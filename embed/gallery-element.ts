import type { Listing } from '@adoption-store/client'
import { h } from './dom.ts'
import css from './gallery.css?inline'
import { type GalleryEvent, makeGallery } from './gallery-view.ts'
import { type Labels, type Wording, wordingOf } from './labels.ts'
import { attributes, offeredBy, parametersOf } from './options.ts'
import { openStore, Problem } from './store.ts'
import { originIn, webUrl } from './store-origin.ts'
import { fixedLocale, loadTexts, localeFor } from './texts.ts'
import { followTheme } from './theme.ts'

const NAME = 'adoption-gallery'
/** How far below the viewport a gallery begins to load. */
const AHEAD = '800px'
const TEXTS_RETRY_MS = 30_000

/** Defines `<adoption-gallery>` for the store that the script came from. */
export const defineGallery = (scriptStore: string | undefined): void => {
  // A page may load the script twice.
  if (customElements.get(NAME)) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)

  class AdoptionGallery extends HTMLElement {
    static readonly observedAttributes = attributes
    readonly #shadow = this.attachShadow({ mode: 'open' })
    #labels: Labels | undefined
    #close: (() => void) | undefined
    #isDue = false

    /** The page's own texts, by their names. */
    get labels(): Labels {
      return this.#labels ?? labelsIn(this)
    }
    set labels(labels: Labels) {
      this.#labels = labels
      this.#rebuild()
    }

    connectedCallback(): void {
      this.#shadow.adoptedStyleSheets = [sheet]
      // A value that was set before the script loaded hides the property.
      if (Object.hasOwn(this, 'labels')) {
        const { labels } = this
        Reflect.deleteProperty(this, 'labels')
        this.#labels = labels
      }
      this.#rebuild()
    }
    disconnectedCallback(): void {
      this.#end()
    }
    attributeChangedCallback(): void {
      this.#rebuild()
    }

    /** Rebuilds once for several changes, after the children have been parsed. */
    #rebuild(): void {
      if (this.#isDue || !this.isConnected) return
      this.#isDue = true
      const build = () => {
        this.#isDue = false
        this.#end()
        if (this.isConnected) this.#close = buildIn(this, this.#shadow, scriptStore)
      }
      if (document.readyState === 'loading') addEventListener('DOMContentLoaded', build, { once: true })
      else queueMicrotask(build)
    }
    #end(): void {
      this.#close?.()
      this.#close = undefined
    }
  }
  customElements.define(NAME, AdoptionGallery)
}

type Gallery = HTMLElement & { readonly labels: Labels }

/** Shows a gallery in a shadow root. Returns a function that removes it. */
const buildIn = (element: Gallery, shadow: ShadowRoot, scriptStore: string | undefined): (() => void) => {
  const address = element.getAttribute('store')
  const origin = address ? originIn(address) : scriptStore
  const locale = localeFor(element)
  const notify = (event: GalleryEvent, detail: object) =>
    element.dispatchEvent(
      new CustomEvent(`gallery-${event}`, {
        detail,
        bubbles: true,
        composed: true,
        cancelable: true,
      }),
    )
  let isClosed = false
  let close = () => {}
  const load = async () => {
    try {
      const texts = await loadTexts(origin ?? scriptStore ?? '', locale)
      if (isClosed) return
      const wording = wordingOf(locale, texts, element.labels)
      close = showIn(shadow, { element, origin, wording, notify })
    } catch (error) {
      if (isClosed) return
      notify('error', { code: 'no_texts', message: `${error}` })
      const timer = setTimeout(load, TEXTS_RETRY_MS)
      close = () => clearTimeout(timer)
    }
  }
  // Shows the fallback content of the element until the texts have loaded.
  if (!shadow.firstChild) shadow.append(h('slot'))
  void load()
  return () => {
    isClosed = true
    close()
  }
}

type Shown = {
  element: Gallery
  origin: string | undefined
  wording: Wording
  notify: (event: GalleryEvent, detail: object) => boolean
}

const showIn = (shadow: ShadowRoot, { element, origin, wording, notify }: Shown): (() => void) => {
  const key = element.getAttribute('api-key')?.trim() ?? ''
  const parameters = parametersOf(element)
  const gallery = makeGallery({
    store: openStore(origin ?? '', key),
    parameters,
    wording,
    notify,
    offered: offeredBy(element, parameters),
    applyUrlOf: (listing) => applyUrlOf(listing, element),
  })
  const root = h('div', { part: 'gallery', lang: wording.locale }, gallery.element)
  shadow.replaceChildren(root)
  const unwatch = followTheme(element, root)
  const fault = faultIn(origin, key)
  if (fault) gallery.fail(new Problem('refused', 'gallery_attributes', fault))
  const seen = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      seen.disconnect()
      gallery.start()
    },
    { rootMargin: AHEAD },
  )
  if (!fault) seen.observe(element)
  return () => {
    unwatch()
    seen.disconnect()
    gallery.close()
  }
}

/** Why no request can be sent. A secret key is never sent. */
const faultIn = (origin: string | undefined, key: string): string | undefined => {
  if (!origin) return 'The attribute store is not a valid URL.'
  if (key.startsWith('aas_pub_')) return undefined
  return 'The attribute api-key must be a publishable key (aas_pub_...). If this key is secret, revoke it.'
}

const labelsIn = (element: HTMLElement): Labels => {
  const script = element.querySelector(':scope > script[type="application/json"]')
  try {
    return { ...JSON.parse(script?.textContent ?? '{}') }
  } catch (error) {
    console.warn(`<${NAME}> its labels are not valid JSON: ${error}`)
    return {}
  }
}

/**
 * The attribute `apply-url` is the page's own: `https://www.example.org/apply?animal={id}`. If it is empty, there
 * is no form.
 */
const applyUrlOf = ({ url, name, applyUrl }: Listing, element: Gallery): string | undefined => {
  const template = element.getAttribute('apply-url')
  if (template === '') return undefined
  // A string, because identifiers have 64 bits.
  const id = /(-?\d+)[^/]*$/.exec(url)?.[1] ?? ''
  const fixed = fixedLocale(element)
  const form = applyUrl && `${applyUrl}${fixed && `?lang=${encodeURIComponent(fixed)}`}`
  const values: Record<string, string> = { id, name }
  const own = template?.replace(/\{(id|name)\}/g, (_, key: string) => encodeURIComponent(values[key] ?? ''))
  const address = own ?? form
  return address === undefined ? undefined : webUrl(address)
}
