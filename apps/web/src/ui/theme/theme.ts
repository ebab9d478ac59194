import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core'
import { designTokens, inventoryTypes, itemTypes, perType } from '@vitrine/contract'

// A warm grey scale from light (0) to dark (9). The public pages also use the `designTokens`.
const grey: MantineColorsTuple = [
  '#f7f5f2',
  '#f0eeea',
  designTokens.light.line,
  '#d9d5cf',
  '#c3beb6',
  '#8c867c',
  designTokens.light.quiet,
  '#524e48',
  '#37342f',
  designTokens.light.text,
]

// Mantine's dark scheme reads this scale from text (0) to page (7).
const darkScale: MantineColorsTuple = [
  designTokens.dark.text,
  '#cfcbc5',
  designTokens.dark.quiet,
  '#8a847b',
  '#3f3c38',
  designTokens.dark.line,
  designTokens.dark.surface,
  designTokens.dark.page,
  '#100f0e',
  '#0b0a0a',
]

const radius = '4px'

// For text, ticks and dots on the primary colour, which is light in the dark scheme.
const onInk = 'var(--mantine-primary-color-contrast)'

export const theme = createTheme({
  // The interface is black and white; colours are reserved for the two museums.
  primaryColor: 'ink',
  primaryShade: { light: 9, dark: 0 },
  autoContrast: true,
  black: designTokens.light.text,
  colors: { ink: grey, gray: grey, dark: darkScale },
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input)
    // The default picks black or white text by the light scheme only.
    const isPrimary =
      input.variant === 'filled' && (input.color ?? input.theme.primaryColor) === 'ink'
    return isPrimary ? { ...colors, color: onInk } : colors
  },
  fontFamily: designTokens.fonts.sans,
  headings: {
    fontFamily: designTokens.fonts.serif,
    fontWeight: '500',
    sizes: {
      h1: { fontSize: '1.875rem', lineHeight: '1.2' },
      h2: { fontSize: '1.25rem', lineHeight: '1.3' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
  radius: { xs: radius, sm: radius, md: radius, lg: radius, xl: radius },
  defaultRadius: 'sm',
  spacing: { xs: '0.25rem', sm: '0.5rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Menu: {
      defaultProps: { withInitialFocusPlaceholder: false, shadow: 'md' },
      styles: { item: { minHeight: '2.25rem' } },
    },
    Modal: {
      // 'Close' is the name of a button inside one of our dialogs.
      defaultProps: { centered: true, closeButtonProps: { 'aria-label': 'Dismiss' } },
      styles: {
        // Keeps scroll targets clear of the sticky header.
        content: { background: 'var(--vitrine-surface)', scrollPaddingTop: '5rem' },
        // Opaque, because a long dialog scrolls under it.
        header: { background: 'var(--vitrine-surface)' },
        title: {
          fontFamily: 'var(--mantine-font-family-headings)',
          fontSize: 'var(--mantine-h2-font-size)',
        },
      },
    },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss' } } },
    PasswordInput: {
      // Reachable by keyboard, with a label that does not repeat the field's.
      defaultProps: {
        visibilityToggleButtonProps: { 'aria-label': 'Show what is typed', tabIndex: 0 },
      },
    },
    Checkbox: { defaultProps: { iconColor: onInk } },
    Radio: { defaultProps: { iconColor: onInk } },
    Tooltip: {
      defaultProps: { withArrow: true, events: { hover: true, focus: true, touch: true } },
    },
  },
})

const computeStripeEdge = (index: number) => `${(100 * index) / itemTypes.length}%`

export const resolveCssVariables: CSSVariablesResolver = () => ({
  // One stripe per museum, all of the same width, for a gradient.
  variables: {
    '--vitrine-museums': itemTypes
      .map(
        (type, index) =>
          `var(--vitrine-${type}) ${computeStripeEdge(index)} ${computeStripeEdge(index + 1)}`,
      )
      .join(),
  },
  light: {
    '--mantine-color-body': designTokens.light.page,
    '--mantine-color-dimmed': 'var(--mantine-color-gray-6)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
    '--mantine-color-anchor': designTokens.light.text,
    '--mantine-color-error': '#a61b1b',
    '--vitrine-line': designTokens.light.line,
    '--vitrine-control': grey[5],
    '--vitrine-surface': designTokens.light.surface,
    ...perType('--vitrine-{type}', (type) => inventoryTypes[type].accent.light),
    '--vitrine-success': '#1d4b3a',
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-2)',
    // Mantine's default is the colour of our cards, on which a disabled button would be invisible.
    '--mantine-color-disabled': darkScale[5],
    '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
    '--mantine-color-anchor': designTokens.dark.text,
    '--mantine-color-error': '#ff9a8f',
    '--mantine-color-ink-light': darkScale[5],
    '--mantine-color-ink-light-hover': darkScale[4],
    '--vitrine-line': designTokens.dark.line,
    '--vitrine-control': darkScale[3],
    '--vitrine-surface': designTokens.dark.surface,
    ...perType('--vitrine-{type}', (type) => inventoryTypes[type].accent.dark),
    '--vitrine-success': '#7cc3a1',
  },
})
