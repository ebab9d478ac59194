import { expect, test } from 'vitest'
import { sentencesOf } from './sentences.ts'

const texts = (text: string) => sentencesOf(text).map((sentence) => sentence.text)

test.for([
  ['Am 12. März kam der Wagen. Er fährt.', ['Am 12. März kam der Wagen.', 'Er fährt.']],
  ['Besuch von Dr. Müller. Er war zufrieden.', ['Besuch von Dr. Müller.', 'Er war zufrieden.']],
  ['Das Bild hängt im 3. Stock. Dort ist es dunkel.', ['Das Bild hängt im 3. Stock.', 'Dort ist es dunkel.']],
  ['Wasser in Saal 3. Der Spengler kommt.', ['Wasser in Saal 3.', 'Der Spengler kommt.']],
  ['Mme Sciboz et M. Gremaud sont venus. Tout va bien.', ['Mme Sciboz et M. Gremaud sont venus.', 'Tout va bien.']],
  ['Ein Bild von J. Tinguely. Es lärmt!', ['Ein Bild von J. Tinguely.', 'Es lärmt!']],
  ['Kosten ca. 300 Franken, z.B. für Öl. Rechnung folgt.', ['Kosten ca. 300 Franken, z.B. für Öl.', 'Rechnung folgt.']],
  ['', []],
] as [string, string[]][])('%s', ([text, expected]) => {
  expect(texts(text)).toEqual(expected)
})

test('a line is never joined to the next', () => {
  expect(sentencesOf('- Licht geprüft\n- Reifen, Saal 3.\n\nAbfahrt')).toEqual([
    { text: '- Licht geprüft', startsLine: true },
    { text: '- Reifen, Saal 3.', startsLine: true },
    { text: 'Abfahrt', startsLine: true },
  ])
})
