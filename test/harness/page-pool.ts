import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import type { PageOptions } from './chromium.ts'
import { clockAheadMs } from './environment.ts'

// A new page costs a process and compiles everything again, which takes twice the CPU time of another load. So pages
// are emptied after their test, and used again for the next test that wants the same kind.

export type PooledPage = { page: Page; context: BrowserContext }
type Entry = PooledPage & {
  kind: string
  origin: string
  isChanged: () => boolean
  session: CDPSession | undefined
}

/** Every server has this HTML page without scripts. Other responses are sandboxed, so they have no storage. */
export const EMPTY_PATH = '/no-such-page'
/** If the server is gone, the page cannot be emptied and is not used again. */
const EMPTY_WITHIN_MS = 10_000

/** Changes that last as long as the context. A page whose test made one is not used again. */
const lasting = {
  page: ['addInitScript', 'exposeBinding', 'exposeFunction', 'setExtraHTTPHeaders'],
  context: [
    'addInitScript',
    'exposeBinding',
    'exposeFunction',
    'setExtraHTTPHeaders',
    'grantPermissions',
    'newCDPSession',
    'setGeolocation',
  ],
  clock: ['fastForward', 'install', 'pauseAt', 'resume', 'runFor', 'setFixedTime', 'setSystemTime'],
}
/** Events that tests listen to. */
const tracked = ['console', 'dialog', 'download', 'filechooser', 'framenavigated', 'pageerror'] as const
const sent = ['popup', 'request', 'requestfailed', 'requestfinished', 'response'] as const

/** Gives a page the clock of the tests. Chromium itself has the real one. */
const setAhead = (aheadMs: number): void => {
  globalThis.Date = new Proxy(Date, {
    apply: (real) => new real(real.now() + aheadMs).toString(),
    construct: (real, values, target) =>
      Reflect.construct(real, values.length === 0 ? [real.now() + aheadMs] : values, target),
    get: (real, name) => (name === 'now' ? () => real.now() + aheadMs : Reflect.get(real, name)),
  })
}

export const pagePool = (browser: Browser) => {
  const aheadMs = clockAheadMs()
  const free = new Map<string, Entry[]>()
  const contexts = new Set<BrowserContext>()

  const create = async (options: PageOptions, kind: string): Promise<Entry> => {
    const context = await browser.newContext({
      isMobile: options.isMobile ?? false,
      hasTouch: options.isMobile ?? false,
      locale: 'en-GB',
      timezoneId: 'UTC',
      ...looksOf(options),
      viewport: sizeOf(options),
      ...options.context,
    })
    if (aheadMs !== 0) await context.addInitScript(setAhead, aheadMs)
    contexts.add(context)
    context.once('close', () => contexts.delete(context))
    const page = await context.newPage()
    const session = options.mayBeUsed ? await context.newCDPSession(page) : undefined
    const { origin } = new URL(options.address)
    return { page, context, kind, origin, session, isChanged: noteChanges(page, context) }
  }

  return {
    /** An empty page, like new. */
    async take(options: PageOptions): Promise<PooledPage & { release: () => Promise<void> }> {
      const { origin } = new URL(options.address)
      const kind = JSON.stringify([origin, options.isMobile ?? false, options.context ?? {}])
      const used = options.mayBeUsed ? free.get(kind)?.pop() : undefined
      const entry = used ?? (await create(options, kind))
      if (used) {
        await used.page.setViewportSize(sizeOf(options))
        await used.page.emulateMedia({ media: null, ...looksOf(options), ...options.context })
      }
      let isReleased = false
      const release = async () => {
        if (isReleased) return
        isReleased = true
        if (!(await emptied(entry))) return entry.context.close()
        free.set(kind, [...(free.get(kind) ?? []), entry])
      }
      return { page: entry.page, context: entry.context, release }
    },
    /** Closes all pages, used or not. */
    async close(): Promise<void> {
      await Promise.all([...contexts].map((context) => context.close()))
    },
  }
}

const sizeOf = ({ width = 1280, height = 800 }: PageOptions) => ({ width, height })
const looksOf = ({ colorScheme = 'light' }: PageOptions) => ({ colorScheme, reducedMotion: 'reduce' }) as const

/** Notices changes that only a new context undoes. */
const noteChanges = (page: Page, context: BrowserContext) => {
  let isChanged = false
  const note = (owner: object, names: readonly string[]) => {
    for (const name of names) {
      const original = Reflect.get(owner, name)
      const noted = (...args: unknown[]) => {
        isChanged = true
        return Reflect.apply(original, owner, args)
      }
      Reflect.set(owner, name, noted)
    }
  }
  note(page, lasting.page)
  note(context, lasting.context)
  note(context.clock, lasting.clock)
  return () => isChanged
}

/** Empties a page, and returns whether nothing is left of its test. */
const emptied = async ({ page, context, origin, isChanged, session }: Entry): Promise<boolean> => {
  const others = context.pages().filter((other) => other !== page)
  const isAway = [page, ...others].some((one) => new URL(one.url()).origin !== origin)
  if (!session || isChanged() || page.isClosed() || isAway) return false
  for (const event of [...tracked, ...sent]) page.removeAllListeners(event)
  try {
    for (const other of others) await other.close()
    await context.setOffline(false)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await page.goto(`${origin}${EMPTY_PATH}`, { timeout: EMPTY_WITHIN_MS })
    await page.evaluate('sessionStorage.clear()')
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
    await context.clearCookies()
    return true
  } catch {
    return false
  }
}
