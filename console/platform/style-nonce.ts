import { setNonce } from 'get-nonce'

/** What the page's policy lets styles be written by. Browsers hide it from scripts that look for the attribute. */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

/** For the library that stops the page behind a dialog from scrolling. */
export const allowOwnStyles = (): void => setNonce(styleNonce())
