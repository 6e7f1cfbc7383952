import { preference } from '../platform/preferences.ts'

/** The height of rows: see tokens.css. */
export const density = preference('density', ['comfortable', 'compact'])

export const applyDensity = (): void => {
  const apply = () => document.documentElement.setAttribute('data-density', density.get())
  apply()
  density.subscribe(apply)
}
