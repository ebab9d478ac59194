import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitSentences } from './sentences.ts'

const texts = (text: string) => splitSentences(text).map((sentence) => sentence.text)

test.for([
  ['Am 12. März kam der Wagen. Er fährt.', ['Am 12. März kam der Wagen.', 'Er fährt.']],
  ['Besuch von Dr. Müller. Er war zufrieden.', ['Besuch von Dr. Müller.', 'Er war zufrieden.']],
  [
    'Das Bild hängt im 3. Stock. Dort ist es dunkel.',
    ['Das Bild hängt im 3. Stock.', 'Dort ist es dunkel.'],
  ],
  ['Wasser in Saal 3. Der Spengler kommt.', ['Wasser in Saal 3.', 'Der Spengler kommt.']],
  [
    'Mme Sciboz et M. Gremaud sont venus. Tout va bien.',
    ['Mme Sciboz et M. Gremaud sont venus.', 'Tout va bien.'],
  ],
  ['Ein Bild von J. Tinguely. Es lärmt!', ['Ein Bild von J. Tinguely.', 'Es lärmt!']],
  [
    'Kosten ca. 300 Franken, z.B. für Öl. Rechnung folgt.',
    ['Kosten ca. 300 Franken, z.B. für Öl.', 'Rechnung folgt.'],
  ],
  ['Der erste V6. Er läuft.', ['Der erste V6.', 'Er läuft.']],
  [
    'Ein Zettel: «Läuft. Bitte warten.» Er klebt.',
    ['Ein Zettel: «Läuft. Bitte warten.»', 'Er klebt.'],
  ],
  ['Un mot : « Il roule. Attendez. » Il tient.', ['Un mot : « Il roule. Attendez. »', 'Il tient.']],
  ['A note: ‘It runs. Don’t wait.’ It sticks.', ['A note: ‘It runs. Don’t wait.’', 'It sticks.']],
  [
    'Er sagte: «Läuft. Dann ging er. Sie blieb.',
    ['Er sagte: «Läuft.', 'Dann ging er.', 'Sie blieb.'],
  ],
  ['赤い車です。速い！', ['赤い車です。', '速い！']],
  ['', []],
] as [string, string[]][])('%s', ([text, expected]) => {
  expect(texts(text)).toEqual(expected)
})

test('splitSentences never joins lines', () => {
  expect(splitSentences('- Licht geprüft\n- Reifen, Saal 3.\n\nAbfahrt')).toEqual([
    { text: '- Licht geprüft', startsLine: true },
    { text: '- Reifen, Saal 3.', startsLine: true },
    { text: 'Abfahrt', startsLine: true },
  ])
})

test('splitSentences cuts long sentences at a space', () => {
  const parts = splitSentences(`${'word '.repeat(30)}end. Next.`, 50).map(
    (sentence) => sentence.text,
  )
  expect(parts.every((part) => part.length <= 50 && /^\w.*[\w.]$/.test(part))).toBe(true)
  expect(parts.at(-1)).toBe('Next.')
})

test('splitSentences keeps the whole text', () => {
  const text = fc.string({
    unit: fc.constantFrom(...'aZ1 .!?…"«»‘’。\n', 'Dr', 'März'),
    maxLength: 40,
  })
  const bare = (written: string) => written.replaceAll(/\s/g, '')
  fc.assert(
    fc.property(text, fc.constantFrom(5, 600), (written, max) => {
      const sentences = splitSentences(written, max)
      expect(bare(sentences.map((sentence) => sentence.text).join(''))).toBe(bare(written))
      expect(sentences.every((sentence) => sentence.text.length <= max)).toBe(true)
    }),
  )
})
