import { DatabaseSync } from 'node:sqlite'

// Reverses rows without `order by`, so that code or tests that rely on an undefined order fail.
// Test files of one worker share the patched class.
const isPatched = Symbol.for('vitrine.any order')
const shared = globalThis as { [isPatched]?: true }

if (!shared[isPatched]) {
  shared[isPatched] = true
  const reversed = new WeakSet<DatabaseSync>()
  const { prepare } = DatabaseSync.prototype
  DatabaseSync.prototype.prepare = function (...args) {
    if (!reversed.has(this)) {
      reversed.add(this)
      this.exec('pragma reverse_unordered_selects = on')
    }
    return prepare.apply(this, args)
  }
}
