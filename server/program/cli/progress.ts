const WIDTH = 24
const EVERY_MS = 100

type Options = { isQuiet: boolean }

type Progress = { done: number; total: number; rows: number; note?: string }

/** Shows a progress bar on standard error if that is a terminal, and nothing otherwise. */
export const progressBar = ({ isQuiet }: Options) => {
  const terminal = process.stderr
  const isShown = terminal.isTTY === true && !isQuiet
  const startedAtMs = performance.now()
  let shownAtMs = 0

  return {
    isShown,
    /** Shows that `done` of `total` is done, in any unit, with the number of `rows` so far and a note. */
    show({ done, total, rows, note = '' }: Progress): void {
      const nowMs = performance.now()
      if (!isShown || nowMs - shownAtMs < EVERY_MS) return
      shownAtMs = nowMs
      const share = total > 0 ? Math.min(1, done / total) : 1
      const full = Math.round(share * WIDTH)
      const bar = `${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}`
      const rate = Math.round((rows / (nowMs - startedAtMs)) * 1_000)
      const percent = `${Math.floor(share * 100)}`.padStart(3)
      terminal.write(`\r[${bar}] ${percent} %  ${rows} rows${note}, ${rate}/s\x1b[K`)
    },
    clear(): void {
      if (isShown && shownAtMs > 0) terminal.write('\r\x1b[K')
    },
  }
}
