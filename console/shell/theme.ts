import {
  CloseButton,
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  Menu,
  Modal,
  Notification,
} from '@mantine/core'

const pine: MantineColorsTuple = [
  '#e8f8f2',
  '#d5f2e6',
  '#aee4ce',
  '#82d5b3',
  '#5ac79b',
  '#3fbd8b',
  '#2aa877',
  '#1a8f63',
  '#0f7551',
  '#085c3f',
]

const closeLabel = { 'aria-label': 'Close' }

export const theme = createTheme({
  colors: { pine },
  primaryColor: 'pine',
  primaryShade: { light: 8, dark: 8 },
  cursorType: 'pointer',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, monospace',
  defaultRadius: 'md',
  variantColorResolver: (input) => {
    const colours = defaultVariantColorsResolver(input)
    const isPrimary = input.variant === 'filled' && (!input.color || input.color === 'pine')
    if (!isPrimary) return colours
    const [background, hover] = ['var(--accent)', 'var(--accent-hover)']
    return { ...colours, background, hover, color: 'var(--accent-ink)' }
  },
  respectReducedMotion: true,
  components: {
    CloseButton: CloseButton.extend({ defaultProps: closeLabel }),
    Modal: Modal.extend({ defaultProps: { closeButtonProps: closeLabel } }),
    Notification: Notification.extend({
      defaultProps: { closeButtonProps: closeLabel },
      styles: { description: { color: 'var(--mantine-color-dimmed)' } },
    }),
    // A menu must not contain the placeholder (WAI-ARIA), so the first item takes the focus.
    Menu: Menu.extend({ defaultProps: { withInitialFocusPlaceholder: false } }),
  },
})

/** Mantine's colours, in those of the look. Its own dimmed text has too little contrast (WCAG 1.4.3). */
const fromLook = {
  '--mantine-color-body': 'var(--paper)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-2)',
  '--mantine-color-placeholder': 'var(--ink-2)',
  '--mantine-color-anchor': 'var(--accent-text)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-hover': 'var(--sunken)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-primary-color-filled': 'var(--accent)',
  '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
  '--mantine-color-pine-light': 'var(--accent-soft)',
  '--mantine-color-pine-light-hover': 'var(--accent-soft)',
  '--mantine-color-pine-light-color': 'var(--accent-text)',
  '--board-column': 'var(--sunken)',
  '--card': 'var(--surface)',
}

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...fromLook,
    '--mantine-color-red-light-color': '#a51111',
    '--mantine-color-orange-light-color': '#8f3a00',
    '--mantine-color-gray-light-color': 'var(--mantine-color-gray-8)',
    '--mantine-color-error': '#b81f1f',
  },
  dark: {
    ...fromLook,
    '--mantine-color-red-light-color': 'var(--mantine-color-red-3)',
    '--mantine-color-orange-light-color': 'var(--mantine-color-orange-3)',
    '--mantine-color-gray-light-color': 'var(--mantine-color-gray-3)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
  },
})
