import { DatabaseSync } from 'node:sqlite'

// The order of rows without `order by` is undefined: here they are reversed, so that a list without `order by`,
// or a test that counts on luck, fails at once. Test files of one worker share the class, which is changed once.
const isChanged = Symbol.for('vitrine.any order')
const shared = globalThis as { [isChanged]?: true }

if (!shared[isChanged]) {
  shared[isChanged] = true
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
