import { readFileSync } from 'node:fs'

export interface Sentence {
  readonly language: 'de' | 'fr' | 'en'
  /** Sentences take turns: tuning looks at one half, the figures come from the other. */
  readonly half: 'dev' | 'test'
  readonly written: string
  readonly meant: string
}

export function readSentences(): Sentence[] {
  const lines = readFileSync(new URL('sentences.txt', import.meta.url), 'utf8').split('\n')
  const sentences: Sentence[] = []
  let language: Sentence['language'] = 'de'
  for (const line of lines) {
    const heading = /^\[(de|fr|en)\]$/.exec(line)
    if (heading) language = heading[1] as Sentence['language']
    if (heading || line === '' || line.startsWith('#')) continue
    sentences.push({
      language,
      half: sentences.length % 2 === 0 ? 'dev' : 'test',
      written: line.replaceAll(/\[([^|\]]+)\|[^\]]+\]/g, '$1'),
      meant: line.replaceAll(/\[[^|\]]+\|([^\]]+)\]/g, '$1'),
    })
  }
  return sentences
}
