/** The store that this script was loaded from. Has to be called while the script is run. */
export const scriptOrigin = (): string | undefined => {
  const script = document.currentScript
  // An element of the page that is named so would stand in its place; a module has no current script at all.
  const found =
    script instanceof HTMLScriptElement
      ? script
      : document.querySelector<HTMLScriptElement>('script[src*="/embed/gallery.js"]')
  return found ? originIn(found.src) : undefined
}

/** The origin of an address, if it is one of the web. */
export const originIn = (address: string): string | undefined => {
  const url = webUrl(address)
  return url && new URL(url).origin
}

/** An address that is safe to follow: no script, no data. */
export const webUrl = (address: string): string | undefined => {
  const url = URL.parse(address, document.baseURI)
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined
}
