/** The origin of the store that this script was loaded from. Call it while the script runs. */
export const scriptOrigin = (): string | undefined => {
  const script = document.currentScript
  // An element with this name would hide the property, and a module has no current script.
  const found =
    script instanceof HTMLScriptElement
      ? script
      : document.querySelector<HTMLScriptElement>('script[src*="/embed/gallery.js"]')
  return found ? originIn(found.src) : undefined
}

/** The origin of an http or https URL. */
export const originIn = (address: string): string | undefined => {
  const url = webUrl(address)
  return url && new URL(url).origin
}

/** A URL that is safe to follow: neither script nor data. */
export const webUrl = (address: string): string | undefined => {
  const url = URL.parse(address, document.baseURI)
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined
}
