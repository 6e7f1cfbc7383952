import { fill, h } from './dom.ts'
import type { Wording } from './labels.ts'
import type { Problem } from './store.ts'

/** The longest wait. */
const MAX_WAIT_MS = 120_000

/** The message is in English, for the owner of the page. Visitors who read another language get its code. */
const reasonOf = ({ message, code }: Problem, { locale }: Wording): string =>
  locale.startsWith('en') ? `${message} (${code})` : `(${code})`

/** Shows a problem and retries: after the time that the store sent, or on request. */
export const makeNotice = (wording: Wording, retry: () => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let attempts = 0
  let problem: Problem | undefined
  const element = h('div', { part: 'notice', hidden: true })

  const clear = () => {
    clearTimeout(timer)
    problem = undefined
    element.hidden = true
  }
  const again = () => {
    clear()
    retry()
  }
  const count = (untilMs: number, shown: HTMLElement) => {
    const leftMs = untilMs - performance.now()
    if (leftMs <= 0) return again()
    const n = wording.measure(Math.ceil(leftMs / 1_000), 'second')
    shown.textContent = wording.text('retryIn', { n })
    timer = setTimeout(() => count(untilMs, shown), Math.min(1_000, leftMs))
  }
  const wait = (waitMs: number) => {
    // Random, so that visitors who were rejected together do not retry together.
    const doubledMs = 1_000 * 2 ** Math.min(attempts, 6)
    const untilMs = performance.now() + Math.max(waitMs, doubledMs) + Math.random() * 1_000
    // Screen readers must not announce every second.
    const shown = h('span', { 'aria-hidden': 'true' })
    say(wording.text('limited'), shown)
    count(untilMs, shown)
  }
  const button = () => h('button', { part: 'retry', click: again }, wording.text('retry'))
  const say = (text: string, ...rest: (Node | false)[]) => {
    fill(element, [h('p', { role: 'alert' }, text), ...rest])
    element.hidden = false
  }

  return {
    element,
    clear,
    /** Call it after a success. */
    forget(): void {
      attempts = 0
      clear()
    },
    /** Retries if the problem may be over now. */
    retryNow: () => problem?.kind === 'offline' && again(),
    show(found: Problem): void {
      clear()
      problem = found
      attempts += 1
      const { kind, waitMs } = found
      if (kind === 'limited' && waitMs <= MAX_WAIT_MS) wait(waitMs)
      else if (kind === 'limited') say(`${wording.text('limited')} ${wording.text('later')}`, button())
      else if (kind === 'refused')
        say(wording.text('failed'), h('p', { part: 'reason', lang: 'en' }, reasonOf(found, wording)))
      else say(wording.text(kind), button())
    },
  }
}
