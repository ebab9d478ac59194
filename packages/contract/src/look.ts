/** The few values that staff app, public pages and paper share. */
export const look = {
  light: { page: '#faf9f7', text: '#1c1b1a' },
  dark: { page: '#161514', text: '#eceae6' },
  car: { light: '#1d4b3a', dark: '#7cc3a1' },
  art: { light: '#8a5700', dark: '#e3b65a' },
} as const
