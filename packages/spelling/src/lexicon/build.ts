import { mkdirSync } from 'node:fs'
import { compileLexicon } from './compile.ts'
import { spellingLanguages } from './lexicon.ts'
import { lexiconFolder, writeLexicon } from './lexicon-file.ts'

// Compiles the dictionaries at build time, because this takes seconds. The server reads the
// results.
mkdirSync(lexiconFolder, { recursive: true })
for (const language of spellingLanguages)
  writeLexicon(lexiconFolder, language, compileLexicon(language))
