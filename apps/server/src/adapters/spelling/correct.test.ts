import { beforeAll, describe, expect, test } from 'vitest'
import { houseKeys } from './house-words.ts'
import { createSpeller, type Speller } from './speller.ts'

const silent = { info: () => {}, warn: () => {}, error: () => {} }
const { signal } = new AbortController()

describe('correcting', () => {
  let speller: Speller

  beforeAll(() => {
    speller = createSpeller(silent)
    return () => speller.close()
  })

  const correct = (text: string, house: string[] = []) => speller.correct(text, house.flatMap(houseKeys), signal)
  const unchanged = async (text: string, house: string[] = []) => expect(await correct(text, house)).toBe(text)

  test.for([
    ['Wir habne die Baterie geladen.', 'Wir haben die Batterie geladen.'],
    ['Die Werkstat ist geschlosen.', 'Die Werkstatt ist geschlossen.'],
    ['Der Fahrer hat die werkstatt abgeschlossen.', 'Der Fahrer hat die Werkstatt abgeschlossen.'],
    ['Die Tueren sind geoeffnet.', 'Die Türen sind geöffnet.'],
    ['La voiture a été restauree hier.', 'La voiture a été restaurée hier.'],
    ['Nous attendons l’huille du moteur.', 'Nous attendons l’huile du moteur.'],
    ['L’oeuvre reste au musée.', 'L’œuvre reste au musée.'],
    ['We recieved the letter yesterday.', 'We received the letter yesterday.'],
  ])('%s', async ([written = '', meant = '']) => {
    expect(await correct(written)).toBe(meant)
  })

  test('each line is corrected in its own language', async () => {
    expect(await correct('Die Baterie war heute Morgen leer.\nLa voiture a été restauree par le garage.')).toBe(
      'Die Batterie war heute Morgen leer.\nLa voiture a été restaurée par le garage.',
    )
  })

  test('names after a title, in the house or inside a French sentence stay as they are', async () => {
    await unchanged('Herr Baterie und Frau Dr. Werkstat kommen heute.')
    await unchanged('Wir haben Baterie heute gesehen.', ['Anna Baterie'])
    await unchanged('Wir haben Bateries Wagen gesehen.', ['Anna Baterie'])
    await unchanged('Nous avons rencontré Gremaud et Sciboz à Fribourg.')
  })

  test('addresses, codes, abbreviations and words in capitals stay as they are', async () => {
    await unchanged(
      'Siehe www.werkstat.ch, info@baterie.ch und C:\\Werkstat\\baterie, Nr. X12baterie oder BATERIE, evtl. ca. 3 Stk.',
    )
  })

  test('the Swiss write ss', async () => {
    await unchanged('Die Strasse ist gross, draussen giesst es.')
  })

  test('all but the corrected words keeps its place, to the last blank', async () => {
    const text = '  -\tDie  Baterie \r\n\n   * ist leer…  \n\u00a0«Werkstat»  '
    expect(await correct(text)).toBe(text.replace('Baterie', 'Batterie').replace('Werkstat', 'Werkstatt'))
  })

  test('no word becomes two', async () => {
    const text = 'Wir haben zumbeispiel dieBatterie geladen und insbesonder alles geprüft.'
    expect((await correct(text)).split(' ')).toHaveLength(text.split(' ').length)
  })

  test('a monster of a word is left alone, and quickly', async () => {
    const monster = 'fahrzeugbereifungs'.repeat(200)
    const started = performance.now()
    await unchanged(`Das ist ${monster} gewesen.`)
    expect(performance.now() - started).toBeLessThan(2000)
  })

  test('German words put together are words', async () => {
    await unchanged('Das Zustandsprotokoll zur Motorhaubenverriegelung liegt im Archivschrank.')
  })
})
