import { inventoryTypes, itemTypes, look } from '@vitrine/contract'

type Scheme = 'light' | 'dark'

const properties = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')

const inScheme = (scheme: Scheme) =>
  `:root{${properties(look[scheme])}}` +
  itemTypes.map((type) => `[data-museum=${type}]{--accent:${inventoryTypes[type].accent[scheme]}}`).join('')

/** The shared look as custom properties, for light and dark; paper is always light. */
export const tokens =
  `:root{color-scheme:light dark;--accent:var(--text);${properties(look.fonts)}}${inScheme('light')}` +
  `@media screen and (prefers-color-scheme:dark){${inScheme('dark')}}`
