export const productName = 'Vitrine'
export const aboutPath = '/about'
export const versionLabel = 'version 6.7'

/** Colours and fonts shared by staff app, public pages and papers. */
export const designTokens = {
  light: {
    page: '#faf9f7',
    surface: '#ffffff',
    text: '#1c1b1a',
    quiet: '#68635c',
    line: '#e6e3de',
  },
  dark: { page: '#161514', surface: '#211f1d', text: '#eceae6', quiet: '#aaa59d', line: '#2d2b28' },
  fonts: {
    sans: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif',
    serif:
      '"Iowan Old Style", "Palatino Linotype", Palatino, "URW Palladio L", P052, "Noto Serif", Georgia, "Liberation Serif", serif',
  },
} as const
