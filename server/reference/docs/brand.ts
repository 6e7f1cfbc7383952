import { accentsOf } from '../../catalogue/site/theme.ts'

/** The name and the colour of the adoption site; undefined if they are not set. */
export type Brand = { name: string | undefined; color: string | undefined }

/** For titles. */
export const apiName = ({ name }: Brand): string => `${name ?? 'Animal Adoption Store'} API`

/** For the menu, which has less room. */
export const shortName = ({ name }: Brand): string => `${name ?? 'Adoption Store'} API`

/** The tokens of the accent, for both themes; empty for the store's own. */
export const accentRules = ({ color }: Brand): string => {
  if (color === undefined) return ''
  const { light, dark } = accentsOf(color)
  const tokens = Object.entries(light).map(
    ([token, value]) => `--${token}:light-dark(${value},${dark[token as keyof typeof dark]})`,
  )
  return `:root{${tokens.join(';')}}`
}

const GREEN = '#1d6b4f'

/** The paw of the store, in its accent. */
export const docsIcon = ({ color = GREEN }: Brand): string => {
  const { light } = accentsOf(color)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="10" fill="${light.accent}"/><g fill="${light['accent-ink']}" transform="translate(5.5 5.5) scale(.66)"><ellipse cx="6" cy="15" rx="3" ry="4"/><ellipse cx="12" cy="8" rx="3" ry="4.5"/><ellipse cx="20" cy="8" rx="3" ry="4.5"/><ellipse cx="26" cy="15" rx="3" ry="4"/><path d="M16 15c-5 0-9 6-9 10 0 5 6 3 9 3s9 2 9-3c0-4-4-10-9-10z"/></g></svg>
`
}
