import {
  Alert,
  Button,
  CloseButton,
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  Input,
  type MantineColorsTuple,
  type MantineThemeOverride,
  Menu,
  Modal,
  Notification,
  Paper,
  Tooltip,
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

/**
 * Mantine's color names as tones of our theme: the soft colour, the text on it, and the full
 * colour.
 */
const tones: Record<string, { soft: string; text: string; full?: [string, string, string] }> = {
  pine: {
    soft: 'var(--accent-soft)',
    text: 'var(--accent-text)',
    full: ['var(--accent)', 'var(--accent-hover)', 'var(--accent-ink)'],
  },
  red: {
    soft: 'var(--rose-soft)',
    text: 'var(--rose)',
    full: ['var(--rose)', 'var(--rose-hover)', 'var(--rose-ink)'],
  },
  orange: { soft: 'var(--amber-soft)', text: 'var(--amber)' },
  yellow: { soft: 'var(--amber-soft)', text: 'var(--amber)' },
  blue: { soft: 'var(--blue-soft)', text: 'var(--blue)' },
  gray: { soft: 'color-mix(in srgb, var(--ink) 7%, transparent)', text: 'var(--ink-2)' },
}

/** The default size follows the density. */
const isUsual = (size: unknown): boolean => size === undefined || size === 'sm'

const closeLabel = { 'aria-label': 'Close' }

export const theme: MantineThemeOverride = createTheme({
  colors: { pine },
  primaryColor: 'pine',
  primaryShade: { light: 8, dark: 8 },
  cursorType: 'pointer',
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, monospace',
  fontSizes: {
    xs: 'var(--t-xs)',
    sm: 'var(--t-s)',
    md: 'var(--t-m)',
    lg: 'var(--t-l)',
    xl: 'var(--t-xl)',
  },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.45', lg: '1.5', xl: '1.3' },
  headings: {
    fontWeight: '640',
    sizes: {
      h1: { fontSize: 'var(--t-2xl)', lineHeight: '1.15' },
      h2: { fontSize: '22px', lineHeight: '1.2' },
      h3: { fontSize: 'var(--t-l)', lineHeight: '1.3' },
      h4: { fontSize: 'var(--t-l)', lineHeight: '1.3' },
      h5: { fontSize: 'var(--t-m)', lineHeight: '1.4' },
    },
  },
  radius: { xs: '5px', sm: 'var(--radius-s)', md: 'var(--radius)', lg: 'var(--radius-l)' },
  defaultRadius: 'sm',
  respectReducedMotion: true,
  variantColorResolver(input) {
    const colours = defaultVariantColorsResolver(input)
    const tone = tones[(input.color ?? 'pine').split('.')[0] ?? '']
    if (!tone) return colours
    if (input.variant === 'filled' && tone.full) {
      const [background, hover, color] = tone.full
      return { ...colours, background, hover, color, border: '1px solid transparent' }
    }
    const { soft, text } = tone
    if (input.variant === 'light') {
      const hover = `color-mix(in srgb, ${text} 8%, ${soft})`
      return { ...colours, background: soft, hover, color: text, border: '1px solid transparent' }
    }
    if (input.variant === 'subtle') return { ...colours, hover: soft, color: text }
    return colours
  },
  components: {
    Alert: Alert.extend({ defaultProps: { variant: 'light' } }),
    Button: Button.extend({
      vars: (_, { size }) => ({
        root: isUsual(size) ? { '--button-height': 'var(--control)', '--button-fz': 'var(--t-m)' } : {},
      }),
    }),
    Input: Input.extend({
      vars: (_, { size }) => ({
        wrapper: isUsual(size) ? { '--input-size': 'var(--control)', '--input-fz': 'var(--t-m)' } : {},
      }),
    }),
    Paper: Paper.extend({ defaultProps: { radius: 'md' } }),
    CloseButton: CloseButton.extend({ defaultProps: closeLabel }),
    Modal: Modal.extend({
      defaultProps: {
        closeButtonProps: closeLabel,
        radius: 'md',
        padding: 'lg',
        transitionProps: { duration: 140, transition: 'pop' },
        overlayProps: { backgroundOpacity: 0.4, color: '#1f1c17' },
      },
    }),
    Notification: Notification.extend({ defaultProps: { closeButtonProps: closeLabel } }),
    // A menu must not contain the placeholder (WAI-ARIA), so the first item takes the focus.
    Menu: Menu.extend({
      defaultProps: { withInitialFocusPlaceholder: false, transitionProps: { duration: 100 } },
    }),
    Tooltip: Tooltip.extend({ defaultProps: { openDelay: 400 } }),
  },
})

/**
 * Mantine's colours mapped to our theme. Mantine's own dimmed text has too little contrast (WCAG
 * 1.4.3).
 */
const fromLook = {
  '--mantine-color-body': 'var(--paper)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-2)',
  '--mantine-color-placeholder': 'var(--ink-3)',
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
  '--mantine-color-error': 'var(--rose)',
}

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: fromLook,
  dark: fromLook,
})
