// If several test files share a process, expensive resources are created for the first that needs them, and closed
// after the last.

let isShared = false
const closers: (() => Promise<unknown>)[] = []

/** Whether several test files run in this process. */
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
