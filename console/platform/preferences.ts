import { signal } from './signal.ts'

// The user's preferences, stored in this browser. Nothing secret: see session.ts for that.

const PREFIX = 'adoption-store.'

/** A choice that survives a reload. */
export const preference = <Choice extends string>(name: string, choices: readonly [Choice, ...Choice[]]) => {
  const kept = window.localStorage.getItem(PREFIX + name)
  const chosen = signal<Choice>(choices.find((choice) => choice === kept) ?? choices[0])
  return {
    ...chosen,
    choices,
    set(choice: Choice): void {
      window.localStorage.setItem(PREFIX + name, choice)
      chosen.set(choice)
    },
  }
}

/** An unsent draft: it survives a reload, and ends with the tab. */
export const draft = (name: string) => ({
  get: (): string | undefined => window.sessionStorage.getItem(PREFIX + name) ?? undefined,
  set: (text: string): void => window.sessionStorage.setItem(PREFIX + name, text),
})
