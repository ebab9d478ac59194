export const pictureLimits = { bytes: 40 * 1024 * 1024, pixels: 100_000_000, frames: 1_000 }
export const recordingLimits = { bytes: 40 * 1024 * 1024 }
/** For uploaded CSV files, whose rows are all in memory at once. */
export const importLimits = {
  rows: 20_000,
  columns: 200,
  cells: 3_000_000,
  bytes: 32 * 1024 * 1024,
}

export const tooManyCellsMessage = `The file is too large: at most ${importLimits.rows} rows of at most ${importLimits.columns} columns, and ${importLimits.cells} cells in all. Please remove what you don’t need, or split the file.`

/** Maximum items per request. */
export const maxItemsAtOnce = 100_000
export const tooManyItemsMessage = `Please select at most ${maxItemsAtOnce} items at once.`
/** Maximum items per bulk change. */
export const maxChangedAtOnce = 10_000
export const tooManyChangedMessage = `Please change at most ${maxChangedAtOnce} items at once.`
/** Maximum chosen columns of a list, besides the identifier. */
export const maxChosenColumns = 10
/**
 * Limits of saved views: private ones per user, shared ones per user, shared ones in total, length
 * of a name, and size of the stored JSON.
 */
export const viewLimits = { own: 50, sharedByOne: 20, shared: 100, name: 80, size: 4_000 }

/** More warnings about the values of an upload are not listed. */
export const maxImportWarnings = 1_000
