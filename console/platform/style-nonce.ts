import { setNonce } from 'get-nonce'

/**
 * The nonce for styles of the page's policy. Browsers hide it from scripts that read the attribute.
 */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

/** For the library that prevents scrolling behind a dialog. */
export const allowOwnStyles = (): void => setNonce(styleNonce())
