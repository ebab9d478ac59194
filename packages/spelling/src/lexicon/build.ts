import { mkdirSync } from 'node:fs'
import { compileLexicon } from './compile.ts'
import { spellingLanguages } from './lexicon.ts'
import { builtFolder, writeLexicon } from './lexicon-file.ts'

// Compiles the dictionaries, when the project is built: it takes seconds, and the server only reads the result.
mkdirSync(builtFolder, { recursive: true })
for (const language of spellingLanguages)
  writeLexicon(builtFolder, language, compileLexicon(language))
