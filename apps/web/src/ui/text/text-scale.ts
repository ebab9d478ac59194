/** How much larger than the default the browser’s text is set: for heights that must be known in pixels. */
export const textScale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16
