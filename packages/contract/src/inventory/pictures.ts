/** The longest side, in pixels, of the forms in which a picture is handed out. */
export const pictureSides = { thumbnail: 320, medium: 800, screen: 1600 } as const
