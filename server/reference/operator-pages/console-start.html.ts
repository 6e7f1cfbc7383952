import { type Html, html } from '../../platform/html.ts'

// The console's page before its script has run: the sign-in form or, for signed-in users, the logo. The script takes
// over typed text: see console/session/early-form.ts.

/** How people sign in. */
export type SignInOptions = { hasPasswords: boolean; provider: string | undefined }

const mark = html`<span class="early-mark"><svg viewBox="0 0 24 24" width="20" height="20" fill="currentColor" aria-hidden="true"><ellipse cx="5.5" cy="11" rx="2.1" ry="2.8"/><ellipse cx="9.6" cy="6.6" rx="2.1" ry="2.9"/><ellipse cx="14.4" cy="6.6" rx="2.1" ry="2.9"/><ellipse cx="18.5" cy="11" rx="2.1" ry="2.8"/><path d="M12 11.2c-2.9 0-5.6 3-5.6 5.6 0 1.7 1.2 2.7 2.7 2.7 1.1 0 1.9-.5 2.9-.5s1.8.5 2.9.5c1.5 0 2.7-1 2.7-2.7 0-2.6-2.7-5.6-5.6-5.6z"/></svg></span>`

/** The mark of the console, where another page follows. */
export const loadingPage = (nonce: string): Html => html`${style(nonce)}
<div id="early" class="early-loading" role="status">${mark}<span class="early-late">Loading…</span></div>`

/**
 * A form that is not sent: the policy of the page forbids it, and the script sends what it contains. `dialog` is the
 * method that goes nowhere.
 */
export const signInPage = (options: SignInOptions, nonce: string): Html => html`${style(nonce)}
<div id="early" class="early-page">
<main class="early-form">
<div class="early-brand">${mark}Animal Adoption Store</div>
<div class="early-middle">
<h1>Sign in</h1>
<p class="early-lead">to the console of your store</p>
${options.hasPasswords ? passwordForm : providerLink(options.provider)}
<p class="early-late" role="status">The rest of this page is still loading. You can sign in already: it continues by itself.</p>
<noscript><p>The console needs JavaScript. Everything it does, the API does too: see <a href="/docs">the docs</a>.</p></noscript>
</div>
</main>
<div class="early-art" aria-hidden="true"></div>
</div>`

const passwordForm = html`<form method="dialog">
<label for="early-email">Email</label>
<input id="early-email" type="email" name="email" required autofocus autocomplete="username" autocapitalize="off" spellcheck="false">
<label for="early-password">Password</label>
<input id="early-password" type="password" name="password" required autocomplete="current-password">
<button type="submit">Sign in</button>
</form>`

const providerLink = (provider: string | undefined): Html | undefined =>
  provider === undefined
    ? undefined
    : html`<a class="early-provider" href="/auth/oidc/start">Sign in with ${provider}</a>`

/** Enough of the console's own styles, which may be as late as the script. */
const style = (nonce: string): Html => html`<style nonce="${nonce}">
#early { --paper: #faf8f4; --surface: #fff; --line: #e6e1d8; --line-strong: #d3ccbf; --ink: #1f1c17; --ink-2: #5c564b; --accent: #1d6b4f; --accent-ink: #fff; --accent-soft: #e3f0ea; min-height: 100dvh; background: var(--paper); color: var(--ink); font: 14px/1.55 "Inter Variable", Inter, system-ui, -apple-system, "Segoe UI", sans-serif }
@media (prefers-color-scheme: dark) { #early { --paper: #171512; --surface: #1f1d19; --line: #322f29; --line-strong: #46423a; --ink: #f2eee6; --ink-2: #b8b0a2; --accent: #4fbf94; --accent-ink: #06231a; --accent-soft: #17332a } }
body { margin: 0 }
#early, #early * { box-sizing: border-box }
.early-page { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) }
.early-form { display: flex; flex-direction: column; padding: 28px clamp(20px, 6vw, 72px) }
.early-brand, .early-middle { width: 100%; max-width: 400px; margin: 0 auto }
.early-brand { display: flex; gap: 10px; align-items: center; font-weight: 600; line-height: 1.2 }
.early-mark { display: grid; place-items: center; width: 34px; height: 34px; border-radius: 9px; background: var(--accent); color: var(--accent-ink) }
.early-middle { margin: auto; padding: 32px 0 }
.early-middle h1 { margin: 0 0 6px; font-size: 28px; font-weight: 650; letter-spacing: -0.02em; line-height: 1.15 }
.early-lead { margin: 0 0 22px; color: var(--ink-2) }
.early-form label { display: block; margin: 0 0 4px; font-weight: 550 }
.early-form input { display: block; width: 100%; height: 42px; margin: 0 0 16px; padding: 0 12px; border: 1px solid var(--line-strong); border-radius: 7px; background: var(--surface); color: inherit; font: inherit }
.early-form input:focus { outline: 2px solid var(--accent); outline-offset: -1px }
.early-form button, .early-provider { display: grid; place-items: center; width: 100%; height: 42px; border: 0; border-radius: 7px; background: var(--accent); color: var(--accent-ink); font: inherit; font-weight: 600; text-decoration: none; cursor: pointer }
.early-art { background: var(--accent-soft); border-left: 1px solid var(--line) }
.early-loading { display: grid; place-content: center; place-items: center; gap: 12px; color: var(--ink-2) }
.early-late { margin: 14px 0 0; color: var(--ink-2); font-size: 13px; animation: early-late 1.5s step-end }
@keyframes early-late { from { visibility: hidden } }
@media (max-width: 860px) { .early-page { grid-template-columns: minmax(0, 1fr) } .early-art { display: none } .early-form { padding: 20px } .early-middle { margin: 0 auto auto; padding: 40px 0 28px } }
</style>`
