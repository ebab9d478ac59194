// Mantine returns the focus ten milliseconds after a dialog has closed.
const delayMs = 50

/** Without animations a dialog is closed at once; unmounted at once as well, it would never return the focus. */
export const afterFocusReturned = (onClosed: () => void) => () => {
  setTimeout(onClosed, delayMs)
}
