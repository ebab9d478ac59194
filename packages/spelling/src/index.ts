export { type Corrector, createCorrector } from './correct.ts'
export { houseKeys } from './house-words.ts'
export { builtFolder, isBuilt, readLexicons } from './lexicon/lexicon-file.ts'
