import { DatabaseSync } from 'node:sqlite'

/** Tells whether anyone, in whichever process, is inside a write transaction of an SQLite database. */
export function watchWriteTransactions(file: string) {
  const sqlite = new DatabaseSync(file, { timeout: 0 })
  return {
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
