export { type Corrector, createCorrector } from './correct.ts'
export { builtFolder, isBuilt, readLexicons } from './lexicon/lexicon-file.ts'
export { wordKeys } from './tokens.ts'
