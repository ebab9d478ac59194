import type { LabelLanguage } from '@vitrine/contract'
import { expect, test } from 'vitest'
import { demoEvents } from '../bench/questions.ts'
import { matchAskedEvents } from './index.ts'

const headings = (question: string, language: LabelLanguage) => {
  const events = demoEvents(language)
  return matchAskedEvents(question, events, language).map(
    (at) => events[at]?.text.split('\n', 1)[0],
  )
}

const [tour, concert, exhibition] = [
  'Guided tour for families',
  'Concert at La Grange',
  'Red – new exhibition at Le Manège',
]

test.for<[LabelLanguage, string, readonly string[]]>([
  ['en', 'When is the next guided tour?', [tour]],
  ['en', 'Is there a guided tour?', [tour]],
  ['en', 'Do you have guided tours in French?', [tour]],
  ['en', 'Are there any concerts?', [concert]],
  ['en', 'Is there a new exhibition?', [exhibition]],
  ['de', 'Wann ist die nächste Führung?', ['Familienführung']],
  ['de', 'Gibt es Konzerte?', ['Konzert in La Grange']],
  ['de', 'Wann ist das Konzert?', ['Konzert in La Grange']],
  ['fr', 'Quand a lieu la prochaine visite guidée ?', ['Visite guidée en famille']],
  ['fr', 'Y a-t-il une nouvelle exposition ?', ['Rouge – nouvelle exposition au Manège']],
  // Questions about events in general find all of them.
  ['en', 'Are there any events?', [concert, exhibition, tour]],
  ['it', 'Quali eventi ci sono?', [concert, exhibition, tour]],
  ['es', '¿Qué eventos hay?', [concert, exhibition, tour]],
  ['pt', 'Que eventos há?', [concert, exhibition, tour]],
  ['ru', 'Какие есть мероприятия?', [concert, exhibition, tour]],
  ['zh', '有什么活动？', [concert, exhibition, tour]],
  ['ja', 'どんなイベントがありますか', [concert, exhibition, tour]],
  // Questions about other events, other subjects, the item or a person.
  ['en', 'Is there a wine tasting?', []],
  ['en', 'Is there an audio guide?', []],
  ['en', 'When is the next drive?', []],
  ['en', 'Is it red?', []],
  ['en', 'What colour are the cars?', []],
  ['en', 'Who plays at the concert?', []],
  ['en', 'Are the paintings new?', []],
  ['de', 'Gibt es eine Ausstellung über Bugatti?', []],
  ['fr', 'Quand a lieu la prochaine dégustation ?', []],
  ['en', '', []],
])('%s: %s is about %j', ([language, question, expected]) => {
  expect(headings(question, language)).toEqual(expected)
})

test('matchAskedEvents reads only the beginning of a question of a megabyte', () => {
  expect(headings(`guided tour ${'a '.repeat(500_000)}`, 'en')).toEqual(
    headings(`guided tour ${'a '.repeat(144)}`, 'en'),
  )
})
