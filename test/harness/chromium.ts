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
import { realClockEnvironment } from './environment.ts'
import { afterLastFile, areSeveralFiles } from './file-by-file.ts'
import { EMPTY_PATH, type PooledPage, pagePool } from './page-pool.ts'

// A real Chromium without a window (chromium-program.ts). It can reach only this machine.

export type TestBrowser = {
  openPage(options: PageOptions): Promise<TestPage>
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export type PageOptions = {
  /** The server, such as `http://127.0.0.1:3000`; requests to any other are foreign. */
  address: string
  /** The path to open first, such as `/docs`. */
  path: string
  colorScheme?: 'light' | 'dark'
  width?: number
  height?: number
  /** A phone: with touch, and a narrow screen. */
  isMobile?: boolean
  /** Whether an emptied page of an earlier test will do, which takes half the CPU time of a new one. */
  mayBeUsed?: boolean
  /** The session storage of the tab before the page loads. */
  sessionStorage?: Record<string, string>
  /** Other options of a Playwright context. */
  context?: BrowserContextOptions
}

/** A page in its own context: it shares no cookies and no storage with any other page, earlier ones included. */
export type TestPage = {
  page: Page
  context: BrowserContext
  /** Errors on the console and uncaught errors since the page was opened. */
  consoleErrors: readonly string[]
  /** URLs of other servers that were requested. All these requests failed. */
  foreignRequests: readonly string[]
  /**
   * Saves `test-output/screenshots/NAME.png` if `SCREENSHOTS` is set or the long tests run, because a screenshot takes
   * as long as a dozen clicks.
   */
  screenshot(name: string, options?: ScreenshotOptions): Promise<void>
  /** Returns axe's serious and critical findings and those of `moreRules`; all findings if `isStrict`. */
  axe(options?: AxeOptions): Promise<AxeFinding[]>
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

type ScreenshotOptions = { fullPage?: boolean }

/** Selectors of elements to check, and of elements to skip. */
export type AxeOptions = {
  include?: string[]
  exclude?: string[]
  disabledRules?: string[]
  /** Rules that count too, although axe rates them lower or turns them off by default. */
  moreRules?: readonly string[]
  isStrict?: boolean
}
type AxeFinding = { rule: string; impact: string; help: string; targets: string[] }

/** Why there is no Chromium to test with; undefined if there is one. */
export const whyNoChromium = (): string | undefined => {
  if (findChromium() ?? installChromium()) return undefined
  return 'no Chromium: set CHROMIUM to the program or install it (Debian: apt-get install chromium)'
}

/** Starts a browser for a test file, which must close it in order to end. Files in one process share the program. */
export const startChromium = async (): Promise<TestBrowser> => {
  const browser = await (areSeveralFiles() ? sharedBrowser() : launch())
  const pages = pagePool(browser)
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
    env: realClockEnvironment,
    args: [
      // No names and no addresses except this machine's resolve.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
      '--disable-dev-shm-usage',
      // There is no GPU. This also avoids emulating one.
      '--disable-gpu',
      // Avoids a separate process for the GPU.
      '--in-process-gpu',
      // Pages live for seconds, so optimizing their code costs more than it saves.
      '--js-flags=--no-opt --no-maglev',
    ],
  })
}

/** Ends waits that hang, before the time limit of the test, so that the error says what was awaited. */
const TIMEOUT_MS = 120_000

type Pages = ReturnType<typeof pagePool>

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

const watch = ({ page, context }: PooledPage, origin: string) => {
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
    // The console always checks whether a user is signed in, and usually none is.
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

const screenshot = async (page: Page, name: string, { fullPage = false }: ScreenshotOptions = {}): Promise<void> => {
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
  // Only rules that are off by default need the style sheets a second time.
  const how = JSON.stringify({ rules, resultTypes: ['violations'], preload: false })
  // The debugger evaluates it, so the script policy of the page does not apply.
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
 * Ends all animations, because colours in between are not what users read. This includes content that is rendered only
 * when it becomes visible.
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
