import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'wouter'

type State<Name extends string> = Readonly<Record<Name, string>>
type Change<Name extends string> = (
  changes: Partial<Record<Name, string>>,
  /** `replace` adds no history entry, for text that is being typed. */
  how?: 'push' | 'replace',
) => void

/**
 * The state of a page (filters, sorting, a tab) in its URL, so that it survives a reload and Back,
 * and can be shared as a link. `defaults` lists the parameters; those with their default value are
 * omitted. Declare it outside the component.
 */
export const useUrlState = <Name extends string>(defaults: State<Name>): [state: State<Name>, change: Change<Name>] => {
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

/** The URL of the same page in another state, for links. */
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
