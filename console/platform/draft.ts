import { useState } from 'react'

type Options<Value> = {
  /** The stored value; the same object until it changes. */
  saved: Value
  /** Its version, which a change must name. */
  etag: string | undefined
  isSame: (one: Value, other: Value) => boolean
}

type Typed<Value> = {
  value: Value
  /** The stored value when typing began, or the last one saved from here. */
  base: Value
  etag: string | undefined
  /** The stored value before that save: the query may not have the new version yet. */
  outdated?: Value
}

/**
 * What is typed into a form, and the version that it is based on. Until somebody types, the form shows what the store
 * has. Text that was typed stays when that changes, and saving it fails rather than overwrite a colleague's change.
 */
export const useDraft = <Value>({ saved, etag, isSame }: Options<Value>) => {
  const [typed, setTyped] = useState<Typed<Value>>()
  const current = (now: Typed<Value> | undefined): Typed<Value> =>
    now && (now.base === saved || now.outdated === saved || !isSame(now.value, now.base))
      ? now
      : { value: saved, base: saved, etag }
  const shown = current(typed)
  return {
    draft: shown.value,
    etag: shown.etag,
    isChanged: !isSame(shown.value, saved),
    change: (next: (before: Value) => Value) =>
      setTyped((now) => ({ ...current(now), value: next(current(now).value) })),
    undo: () => setTyped(undefined),
    /** Call it when `sent` is saved. Text that was typed during the request stays. */
    settle: (sent: Value, savedEtag: string | undefined) =>
      setTyped((now) => ({ ...current(now), base: sent, etag: savedEtag, outdated: saved })),
  }
}
