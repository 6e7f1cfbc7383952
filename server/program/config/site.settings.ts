import { readFileSync, statSync } from 'node:fs'
import { type Logo, MAX_LOGO_BYTES, readLogo } from '../../catalogue/site/logo.ts'
import { findSvgFault } from '../../catalogue/site/svg-fault.ts'
import { readColor } from '../../catalogue/site/theme.ts'
import { oneOf, setting, type Values } from './setting.ts'

export const siteSettings = {
  SITE: setting('on', '`off` turns the public adoption site off.', oneOf(['on', 'off'] as const)),
  SITE_NAME: setting(
    undefined,
    'Name of the adoption site, and of the API in its docs. Default: the name of the organization of the oldest account, else `Animal Adoption`.',
    readName,
  ),
  SITE_COLOR: setting(
    undefined,
    'Color of buttons and links on the adoption site and in the docs, such as `#1d6b4f`. It is made darker or lighter where it would be illegible.',
    color,
  ),
  SITE_LOGO: setting(
    undefined,
    'File with the logo of the adoption site: SVG, PNG, JPEG or WebP, up to 500 KB. An SVG with scripts, event handlers, links or content of other kinds is rejected.',
    logo,
  ),
} as const

export type SiteConfig = {
  site: {
    isOn: boolean
    name: string | undefined
    color: string | undefined
    logo: Logo | undefined
  }
}

export const siteConfig = (values: Values<typeof siteSettings>): SiteConfig => ({
  site: {
    isOn: values.SITE === 'on',
    name: values.SITE_NAME,
    color: values.SITE_COLOR,
    logo: values.SITE_LOGO,
  },
})

function readName(value: string): string {
  const name = value.trim()
  if (name !== '' && name.length <= 100 && !/\p{Cc}/u.test(name)) return name
  throw 'must be one line of at most 100 characters'
}

function color(value: string): string {
  const found = readColor(value)
  if (found !== undefined) return found
  throw 'must be a color such as #1d6b4f'
}

/** Read once, at the start, so that an invalid logo stops the program and does not disturb visitors. */
function logo(path: string): Logo {
  const bytes = fileOf(path)
  const found = readLogo(bytes)
  const fault = found?.extension === 'svg' ? findSvgFault(bytes) : undefined
  if (fault !== undefined) throw fault
  if (found) return found
  throw 'must be an SVG, PNG, JPEG or WebP image'
}

function fileOf(path: string): Buffer {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found?.isFile()) throw 'must be an existing file'
  if (found.size > MAX_LOGO_BYTES) throw `must be a file of at most ${MAX_LOGO_BYTES / 1_000} KB`
  try {
    return readFileSync(path)
  } catch {
    throw 'must be a readable file'
  }
}
