export { linkOlderEntries, mentioningEntries, mentionsIn, wordsOf, writeMentions } from './service.ts'
export { type MentionRow, mentionStore } from './store.ts'
