export const largestPicture = { bytes: 40 * 1024 * 1024, pixels: 100_000_000 }
export const largestRecording = { bytes: 40 * 1024 * 1024 }
export const largestImport = { rows: 100_000, bytes: 32 * 1024 * 1024 }
