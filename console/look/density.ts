import { signal } from '../platform/signal.ts'

export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

const STORED_AS = 'adoption-store.density'

const stored = (): Density =>
  densities.find((density) => density === window.localStorage.getItem(STORED_AS)) ?? 'comfortable'

const density = signal<Density>(stored())

export const useDensity = density.use

/** Remembered in this browser. */
export const chooseDensity = (chosen: Density): void => {
  window.localStorage.setItem(STORED_AS, chosen)
  density.set(chosen)
  applyDensity()
}

/** How much room a row has is up to the style sheets: see tokens.css. */
export const applyDensity = (): void => {
  document.documentElement.setAttribute('data-density', density.get())
}
