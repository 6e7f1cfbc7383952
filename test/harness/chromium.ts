import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { AxeResults } from 'axe-core'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type ConsoleMessage,
  chromium,
  type Page,
  type Request,
  type WebError,
  type WebSocket,
} from 'playwright-core'
import { findChromium, installChromium } from './chromium-program.ts'
import { afterLastFile, areSeveralFiles } from './file-by-file.ts'
import { EMPTY_PATH, type KeptPage, keptPages } from './kept-pages.ts'

// A real Chromium without a window: see chromium-program.ts. It reaches this machine and nothing else.

export type TestBrowser = {
  openPage(options: PageOptions): Promise<TestPage>
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export type PageOptions = {
  /** Where the server is, such as `http://127.0.0.1:3000`; what is asked of any other is a foreign request. */
  address: string
  /** Opened at once, from the root: `/docs`. */
  path: string
  colorScheme?: 'light' | 'dark'
  width?: number
  height?: number
  /** A phone: touch, and the width of its screen. */
  isMobile?: boolean
  /** Whether it may be a page whose test is over, emptied: half the CPU of a new one. */
  mayBeUsed?: boolean
  /** What its tab has kept already, before the page is loaded. */
  sessionStorage?: Record<string, string>
  /** Anything else that Playwright knows of a context. */
  context?: BrowserContextOptions
}

/** A page as in a context of its own: it shares no cookie and no storage with any other, nor with one before. */
export type TestPage = {
  page: Page
  context: BrowserContext
  /** What the console said as an error, and every error that nothing caught, since the page was opened. */
  consoleErrors: readonly string[]
  /** Every address of another server that was asked for. All of them failed. */
  foreignRequests: readonly string[]
  /**
   * Kept as `test-output/screenshots/NAME.png` where `SCREENSHOTS` is set and among the long tests: each takes as long as a
   * dozen clicks.
   */
  screenshot(name: string, options?: ScreenshotOptions): Promise<void>
  /** What axe finds serious or critical, and what breaks `moreRules`; all that it finds where it `isStrict`. */
  axe(options?: AxeOptions): Promise<AxeFinding[]>
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

type ScreenshotOptions = { fullPage?: boolean }

/** Selectors of what to look at, and of what not to. */
export type AxeOptions = {
  include?: string[]
  exclude?: string[]
  disabledRules?: string[]
  /** To be kept as well, though axe finds them less than serious or leaves them out by itself. */
  moreRules?: readonly string[]
  isStrict?: boolean
}
export type AxeFinding = { rule: string; impact: string; help: string; targets: string[] }

/** Why there is no Chromium to test with; undefined when there is one. */
export const whyNoChromium = (): string | undefined => {
  if (findChromium() ?? installChromium()) return undefined
  return 'no Chromium: set CHROMIUM to the program or install it (Debian: apt-get install chromium)'
}

/** One for a test file: it has to be closed, or the file does not end. Files that share a process share its program. */
export const startChromium = async (): Promise<TestBrowser> => {
  const browser = await (areSeveralFiles() ? sharedBrowser() : launch())
  const pages = keptPages(browser)
  const close = () => (areSeveralFiles() ? pages.close() : browser.close())
  return {
    openPage: (options) => openPage(pages, options),
    close,
    [Symbol.asyncDispose]: close,
  }
}

let shared: Promise<Browser> | undefined

const sharedBrowser = async (): Promise<Browser> => {
  if (shared && !(await shared).isConnected()) shared = undefined
  if (!shared) {
    const launching = launch()
    shared = launching
    afterLastFile(async () => (await launching).close())
  }
  return shared
}

const launch = (): Promise<Browser> => {
  const executablePath = findChromium()
  if (!executablePath) throw new Error(whyNoChromium())
  return chromium.launch({
    executablePath,
    args: [
      // No name and no address but this machine's leads anywhere.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
      '--disable-dev-shm-usage',
      // There is none: drawn in software, without the imitation of one.
      '--disable-gpu',
      // Nor a process of its own for it.
      '--in-process-gpu',
      // A page lives for seconds: what is compiled to run fast for longer costs more than it saves.
      '--js-flags=--no-opt --no-maglev',
    ],
  })
}

/** Shorter than a test may take, so that what was waited for is named; it ends what hangs, and promises nothing. */
const TIMEOUT_MS = 120_000

type Pages = ReturnType<typeof keptPages>

const openPage = async (pages: Pages, options: PageOptions): Promise<TestPage> => {
  const { address, path, sessionStorage } = options
  const { page, context, release } = await pages.take(options)
  context.setDefaultTimeout(TIMEOUT_MS)
  if (sessionStorage) await fill(page, new URL(address).origin, sessionStorage)
  const { forget, ...seen } = watch({ page, context }, new URL(address).origin)
  const close = async () => {
    forget()
    await release()
  }
  await page.goto(new URL(path, address).href)
  return {
    page,
    context,
    ...seen,
    screenshot: (name, screenshotOptions) => screenshot(page, name, screenshotOptions),
    axe: (axeOptions) => runAxe(page, axeOptions),
    close,
    [Symbol.asyncDispose]: close,
  }
}

const fill = async (page: Page, origin: string, entries: Record<string, string>) => {
  if (page.url() !== origin + EMPTY_PATH) await page.goto(origin + EMPTY_PATH)
  await page.evaluate(`Object.assign(sessionStorage, ${JSON.stringify(entries)})`)
}

const watch = ({ page, context }: KeptPage, origin: string) => {
  const consoleErrors: string[] = []
  const foreignRequests: string[] = []
  const check = (url: string) => {
    const { protocol, host } = new URL(url)
    const isLocal = ['data:', 'blob:', 'about:'].includes(protocol)
    if (!isLocal && host !== new URL(origin).host) foreignRequests.push(url)
  }
  const onRequest = (request: Request) => check(request.url())
  const onSocket = (socket: WebSocket) => check(socket.url())
  const onPage = (opened: Page) => opened.on('websocket', onSocket)
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() !== 'error') return
    const { url } = message.location()
    // The console asks whether somebody is signed in, and mostly nobody is.
    if (url.endsWith('/auth/refresh') && message.text().includes('status of 401')) return
    consoleErrors.push(`${message.text()} (${url})`)
  }
  const onError = (error: WebError) => consoleErrors.push(String(error.error().stack))
  onPage(page)
  context.on('request', onRequest).on('page', onPage).on('console', onConsole)
  context.on('weberror', onError)
  const forget = () => {
    page.off('websocket', onSocket)
    context.off('request', onRequest).off('page', onPage).off('console', onConsole)
    context.off('weberror', onError)
  }
  return { consoleErrors, foreignRequests, forget }
}

const screenshots = new URL('../../test-output/screenshots/', import.meta.url).pathname

const screenshot = async (
  page: Page,
  name: string,
  { fullPage = false }: ScreenshotOptions = {},
): Promise<void> => {
  if (!process.env.SCREENSHOTS && !process.env.TORTURE) return
  const path = join(screenshots, `${name}.png`)
  mkdirSync(dirname(path), { recursive: true })
  await page.screenshot({ path, fullPage, animations: 'disabled' })
}

const runAxe = async (page: Page, options: AxeOptions = {}): Promise<AxeFinding[]> => {
  const { disabledRules = [], moreRules = [], isStrict = false, ...scope } = options
  const rules = Object.fromEntries([
    ...disabledRules.map((rule) => [rule, { enabled: false }]),
    ...moreRules.map((rule) => [rule, { enabled: true }]),
  ])
  const what = Object.keys(scope).length > 0 ? JSON.stringify(scope) : 'document'
  // Only rules that are off by default want the style sheets a second time.
  const how = JSON.stringify({ rules, resultTypes: ['violations'], preload: false })
  // Evaluated by the debugger, so the page's policy on scripts does not stand in the way.
  const isThere = await page.evaluate(`'axe' in globalThis`)
  if (!isThere) await page.evaluate(axeSource())
  await page.evaluate(settled)
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${what}, ${how})`)
  await page.evaluate(goOn)
  return violations
    .filter(({ id, impact }) => isStrict || isGrave(impact) || moreRules.includes(id))
    .map(({ id, impact, help, nodes }) => ({
      rule: id,
      impact: String(impact),
      help,
      targets: nodes.map(({ target }) => target.join(' ')),
    }))
}

const isGrave = (impact: unknown) => impact === 'serious' || impact === 'critical'

/**
 * Colours half way from one to another are nobody's to read: what ends is ended, as for a screenshot, and nothing begins,
 * also of what is drawn only once it is looked at.
 */
const settled = `new Promise((drawn) => {
  const still = new CSSStyleSheet()
  still.replaceSync('*, ::before, ::after { transition: none !important }')
  document.adoptedStyleSheets.push(still)
  globalThis.still = still
  requestAnimationFrame(() => requestAnimationFrame(() => {
    for (const one of document.getAnimations())
      if (one.effect?.getComputedTiming().endTime < Infinity) one.finish()
    requestAnimationFrame(drawn)
  }))
})`

const goOn = `document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== globalThis.still)`

let source: string | undefined

const axeSource = (): string => {
  source ??= readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
  return source
}
