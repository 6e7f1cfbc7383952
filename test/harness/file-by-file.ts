// Where several test files share a process, what is dear to make is made for the first that needs it, and closed after the last.

let isShared = false
const closers: (() => Promise<unknown>)[] = []

/** Whether other test files have their turn in this process. */
export const areSeveralFiles = (): boolean => isShared

export const beginFiles = (): void => {
  isShared = true
}

export const afterLastFile = (close: () => Promise<unknown>): void => {
  closers.push(close)
}

export const endFiles = async (): Promise<void> => {
  for (const close of closers.splice(0)) await close()
}
