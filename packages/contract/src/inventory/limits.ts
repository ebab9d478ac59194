export const pictureLimits = { bytes: 40 * 1024 * 1024, pixels: 100_000_000, frames: 1_000 }
export const recordingLimits = { bytes: 40 * 1024 * 1024 }
/** Of an uploaded file: all of its rows are in memory at once. */
export const importLimits = {
  rows: 20_000,
  columns: 200,
  cells: 3_000_000,
  bytes: 32 * 1024 * 1024,
}

export const tooManyCellsMessage = `The file is too large: at most ${importLimits.rows} rows of at most ${importLimits.columns} columns, and ${importLimits.cells} cells in all. Please remove what you don’t need, or split the file.`

/** How many items one request may name. */
export const maxItemsAtOnce = 100_000
export const tooManyItemsMessage = `Please select at most ${maxItemsAtOnce} items at once.`
/** How many items one change of many may change. */
export const maxChangedAtOnce = 10_000
export const tooManyChangedMessage = `Please change at most ${maxChangedAtOnce} items at once.`
/** How many columns a row of a list has room for beside the identifier. */
export const maxChosenColumns = 10
/** Saved views: how many a person has, how many one person and how many all share, how long a name is, and how much one holds as JSON. */
export const viewLimits = { own: 50, sharedByOne: 20, shared: 100, name: 80, size: 4_000 }
