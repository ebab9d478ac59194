import { readFileSync } from 'node:fs'

export interface Sentence {
  readonly language: 'de' | 'fr' | 'en'
  readonly written: string
  readonly meant: string
  /** Names that must not be changed. */
  readonly names: readonly string[]
}

/** `dev` is for tuning, `test` for the published figures. */
export type Half = 'dev' | 'test'

export function readSentences(half: Half): Sentence[] {
  const lines = readFileSync(new URL(`${half}.txt`, import.meta.url), 'utf8').split('\n')
  const sentences: Sentence[] = []
  let language: Sentence['language'] = 'de'
  for (const line of lines) {
    const heading = /^\[(de|fr|en)\]$/.exec(line)
    if (heading) language = heading[1] as Sentence['language']
    if (heading || line === '' || line.startsWith('#')) continue
    const plain = line.replaceAll(/[{}]/g, '')
    sentences.push({
      language,
      written: plain.replaceAll(/\[([^|\]]+)\|[^\]]+\]/g, '$1'),
      meant: plain.replaceAll(/\[[^|\]]+\|([^\]]+)\]/g, '$1'),
      names: [...line.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name),
    })
  }
  return sentences
}
