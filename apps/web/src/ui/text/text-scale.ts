/** How many times larger than usual somebody has told the browser to write: for heights that must be known in pixels. */
export const textScale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16
