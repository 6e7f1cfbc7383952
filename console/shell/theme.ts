import {
  CloseButton,
  type CSSVariablesResolver,
  createTheme,
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

/** Mantine's dimmed text has too little contrast (WCAG 1.4.3). */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-7)',
    '--mantine-color-body': '#fbfcfc',
    '--mantine-color-pine-light-color': 'var(--mantine-color-pine-9)',
    '--mantine-color-red-light-color': '#a51111',
    '--mantine-color-orange-light-color': '#8f3a00',
    '--mantine-color-gray-light-color': 'var(--mantine-color-gray-8)',
    '--mantine-color-error': '#b81f1f',
    '--board-column': 'var(--mantine-color-gray-1)',
    '--card': '#ffffff',
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-1)',
    '--mantine-color-anchor': 'var(--mantine-color-pine-3)',
    '--mantine-color-pine-light-color': 'var(--mantine-color-pine-2)',
    '--mantine-color-red-light-color': 'var(--mantine-color-red-3)',
    '--mantine-color-orange-light-color': 'var(--mantine-color-orange-3)',
    '--mantine-color-gray-light-color': 'var(--mantine-color-gray-3)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--board-column': 'var(--mantine-color-dark-8)',
    '--card': 'var(--mantine-color-dark-6)',
  },
})
