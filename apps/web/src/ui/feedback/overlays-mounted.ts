/** Whether dialogs that ask, and toasts, can be shown; false where their code could not be loaded. */
export const overlaysMounted = Promise.withResolvers<boolean>()
