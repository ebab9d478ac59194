import { DatabaseSync } from 'node:sqlite'

/** Watches for write transactions on an SQLite database by any process. */
export function watchWriteTransactions(file: string) {
  const sqlite = new DatabaseSync(file, { timeout: 0 })
  return {
    /** Whether a process holds the write lock. */
    isOpen(): boolean {
      try {
        sqlite.exec('begin immediate; rollback')
        return false
      } catch {
        return true
      }
    },
    [Symbol.dispose]: () => sqlite.close(),
  }
}
