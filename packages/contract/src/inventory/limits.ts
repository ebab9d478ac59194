export const largestPicture = { bytes: 40 * 1024 * 1024, pixels: 100_000_000 }
export const largestRecording = { bytes: 40 * 1024 * 1024 }
export const largestImport = { rows: 100_000, columns: 200, cells: 3_000_000, bytes: 32 * 1024 * 1024 }

export const tooManyCells = `The file is too large: at most ${largestImport.rows} rows of at most ${largestImport.columns} columns, and ${largestImport.cells} cells in all. Please remove what you don’t need, or split the file.`
