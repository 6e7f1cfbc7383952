import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'wouter'

type State<Name extends string> = Readonly<Record<Name, string>>
type Change<Name extends string> = (
  changes: Partial<Record<Name, string>>,
  /** `replace` leaves no step for Back: for what is typed letter by letter. */
  how?: 'push' | 'replace',
) => void

/**
 * What a page shows (filters, sorting, a tab) as part of its address, so that it survives a reload and Back, and a link
 * shows a colleague the same. `defaults` names the parameters; one with its default is left out of the address. Declare
 * it outside of the component.
 */
export const useUrlState = <Name extends string>(
  defaults: State<Name>,
): [state: State<Name>, change: Change<Name>] => {
  const [params, setParams] = useSearchParams()
  const state = useMemo(() => {
    const names = Object.keys(defaults) as Name[]
    const read = names.map((name) => [name, params.get(name) ?? defaults[name]])
    return Object.fromEntries(read) as State<Name>
  }, [params, defaults])
  const change = useCallback<Change<Name>>(
    (changes, how = 'push') => {
      const next = changed(defaults, changes)
      setParams(next, { replace: how === 'replace' })
    },
    [setParams, defaults],
  )
  return [state, change]
}

/** The address of the same page in another state, for links. */
export const useUrlWith = <Name extends string>(defaults: State<Name>) => {
  const [params] = useSearchParams()
  return (changes: Partial<Record<Name, string>>): string => {
    const query = changed(defaults, changes)(params).toString()
    return query === '' ? '?' : `?${query}`
  }
}

const changed =
  <Name extends string>(defaults: State<Name>, changes: Partial<Record<Name, string>>) =>
  (params: URLSearchParams): URLSearchParams => {
    const next = new URLSearchParams(params)
    for (const name of Object.keys(changes) as Name[]) {
      const value = changes[name]
      if (value === undefined || value === defaults[name]) next.delete(name)
      else next.set(name, value)
    }
    return next
  }
