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

  test('names stay as they are: beside other names, around particles, before a model number, or with no likely word near', async () => {
    await unchanged('Die Skulptur von Niki de Saint Phalle steht wieder neben dem Isotta Fraschini.')
    await unchanged('Der Tatra 77 und der Facel Vega HK500 bleiben im Hof, Hannah Höch und Jan van Goyen im Saal.')
    await unchanged('Die Galerie Beyeler und Herr von Wattenwyl haben den Stresa und den Diatto von Berliet gesehen.')
    await unchanged('Nous avons vu la Facel Vega, le Monthey et la toile de Félix Vallotton à Leuk.')
    await unchanged('We saw Monney and the Itala near Dinu Lipatti.')
  })

  test('ß becomes ss before anything else is looked at', async () => {
    expect(await correct('Die Straße ist groß, der Fußboden naß. STRAẞE')).toBe(
      'Die Strasse ist gross, der Fussboden nass. STRASSE',
    )
    await unchanged('Herr Weiß kommt.', ['Otto Weiß'])
  })

  test('a French word without its accents gets them back, also where another language has it so', async () => {
    expect(await correct('Une fissure a été constatee, le niveau controlé, les caisses restent au depot.')).toBe(
      'Une fissure a été constatée, le niveau contrôlé, les caisses restent au dépôt.',
    )
    expect(await correct('Le texte a été publie hier.')).toBe('Le texte a été publié hier.')
  })

  test('English words are suggested as the British write them, and American ones are right', async () => {
    expect(await correct('The colur of the label is wrong.')).toBe('The colour of the label is wrong.')
    await unchanged('The color of the catalog was canceled.')
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
