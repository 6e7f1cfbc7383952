import { after, before } from 'node:test'
import { startChromium, type TestBrowser, type TestPage, whyNoChromium } from './chromium.ts'
import { apiOf, buildConsole, type ConsoleOptions, goWithin, openConsole } from './console.ts'
import { newKey } from './keys.ts'
import { type Server, startServer } from './server.ts'
import { temporaryFolder } from './temporary-folder.ts'

export const onPhone = { width: 375, height: 812, isMobile: true } as const
export const onDesk = { width: 1440, height: 900 } as const
export const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] }

type Options = {
  settings?: Record<string, string>
  /** Whether the store starts with a key of its operator. */
  hasKey?: boolean
  /** Options of every page that `open` opens. */
  pages?: Partial<ConsoleOptions>
  /** Prepares data before the first test. */
  prepare?: () => Promise<unknown>
}

/**
 * The store and the Chromium that all tests of a file share, started before the first and stopped after the last:
 *
 *     const store = browserTests()
 *     test('…', { skip: store.skip }, async () => {
 *       await store.api.addPet('Biscuit')
 *       await using opened = await store.open('/console/animals')
 */
export const browserTests = ({ settings, hasKey = true, pages, prepare }: Options = {}) => {
  const skip = whyNoChromium() ?? false
  const key = newKey()
  const folder = temporaryFolder()
  let running: { server: Server; browser: TestBrowser } | undefined
  const started = () => {
    if (!running) throw new Error('nothing has started before the first test')
    return running
  }
  const start = (port?: number) => {
    const bootstrap = hasKey ? { BOOTSTRAP_KEY: key } : {}
    const same = port === undefined ? {} : { PORT: String(port) }
    return startServer({ folder: folder.path, settings: { ...bootstrap, ...settings, ...same } })
  }
  before(async () => {
    if (skip) return
    buildConsole()
    const starting = start()
    const [server, browser] = await Promise.all([starting, startChromium()])
    running = { server, browser }
    await prepare?.()
  })
  after(async () => {
    await running?.browser.close()
    await running?.server.stop()
    folder.remove()
  })
  const open = (path: string, options: Partial<ConsoleOptions> = {}): Promise<TestPage> => {
    const { server, browser } = started()
    return openConsole(browser, { address: server.address, key, ...pages, ...options, path })
  }
  let shared: TestPage | undefined
  return {
    /** Why the tests cannot run here; undefined if they can. */
    skip,
    /** A key with all permissions. */
    key,
    /** The folder of the store. */
    folder: folder.path,
    /** The API with that key, without the console. */
    api: apiOf({ fetch: (...request) => started().server.fetch(...request) }, key),
    get server() {
      return started().server
    },
    get browser() {
      return started().browser
    },
    /** Starts the server again at the same port, after it was stopped or killed. */
    async restart(): Promise<void> {
      const { server, browser } = started()
      running = { browser, server: await start(server.port) }
    },
    /** Opens a page of the console, signed in with that key unless another is given. */
    open,
    /**
     * Navigates the page that the tests of this file share, signed in with that key. This takes a fifth of the CPU time
     * of a new page. A test must not leave lasting changes, such as another width.
     */
    async at(path: string): Promise<TestPage> {
      if (shared) await bringTo(shared, path)
      else shared = await open(path)
      const { consoleErrors, ...rest } = shared
      const before = consoleErrors.length
      return {
        ...rest,
        close: async () => {},
        [Symbol.asyncDispose]: async () => {},
        get consoleErrors() {
          return consoleErrors.slice(before)
        },
      }
    },
  }
}

/** Clears what the previous test has left. If it ended within a dialog, it may have failed, so the page is reloaded. */
const bringTo = async ({ page }: TestPage, path: string): Promise<void> => {
  if ((await page.getByRole('dialog').count()) > 0) {
    await page.goto(new URL(path, page.url()).href)
    return
  }
  await page.evaluate(`document.querySelectorAll('.mantine-Notification-closeButton').forEach((one) => one.click())`)
  await goWithin(page, path)
}
