export { type Corrector, createCorrector } from './correct.ts'
export { hasAllLexicons, lexiconFolder, readLexicons } from './lexicon/lexicon-file.ts'
export { toWordKeys } from './tokens.ts'
