/** Shows a gallery in light or dark colours, until the returned function is called. */
export const followTheme = (element: HTMLElement, root: HTMLElement): (() => void) => {
  const preference = matchMedia('(prefers-color-scheme: dark)')
  const apply = () => {
    // A light page stays light for a visitor who prefers dark ones, and vice versa. The colour of
    // its text decides.
    const isPageDark = brightnessOf(getComputedStyle(element).color) > 0.5
    const wanted = element.getAttribute('theme')
    const isDark = wanted === 'auto' ? preference.matches : wanted ? wanted === 'dark' : isPageDark
    root.dataset.theme = isDark ? 'dark' : 'light'
    // If the colours do not match the page, it needs its own background.
    root.toggleAttribute('data-ground', isDark !== isPageDark)
  }
  apply()
  preference.addEventListener('change', apply)
  // Attributes that pages use for their own theme switches.
  const changes = new MutationObserver(apply)
  for (const watched of [document.documentElement, document.body]) {
    changes.observe(watched, { attributes: true })
  }
  return () => {
    preference.removeEventListener('change', apply)
    changes.disconnect()
  }
}

/** The brightness of a computed colour, from 0 to 1. */
const brightnessOf = (color: string): number => {
  const [one = 0, two = 0, three = 0] = (color.match(/[\d.]+/g) ?? []).map(Number)
  // These formats begin with the lightness, and the others with red, green and blue.
  if (color.startsWith('ok')) return one
  if (color.startsWith('l')) return one / 100
  return (one + two + three) / (color.startsWith('rgb') ? 765 : 3)
}
