import { mkdirSync } from 'node:fs'
import { compileLexicon } from './compile.ts'
import { spellingLanguages } from './lexicon.ts'
import { lexiconFolder, writeLexicon } from './lexicon-file.ts'

// Compiles the dictionaries, when the project is built: it takes seconds, and the server only reads the result.
mkdirSync(lexiconFolder, { recursive: true })
for (const language of spellingLanguages)
  writeLexicon(lexiconFolder, language, compileLexicon(language))
