import { parentPort, workerData } from 'node:worker_threads'
import { compileLexicon } from './compile.ts'
import type { SpellingLanguage } from './sources.ts'

const { language } = workerData as { language: SpellingLanguage }

parentPort?.postMessage(compileLexicon(language))
