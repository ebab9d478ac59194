import { splitSentences } from '@vitrine/text'
import { expect, test } from 'vitest'
import { knownNotes, unseenNotes } from '../../../test/key-sentence-notes.ts'
import { extractKeySentences } from './embedded.ts'

test('returns a text of up to three sentences unchanged', () => {
  const text = '  Der Wagen ist da.\n\nEr fährt.  Am 3. Mai geht er zurück. '
  expect(extractKeySentences(text)).toBe(text)
})

/** Typical entries; a * precedes the sentence that a colleague would pick. */
const entries: [title: string, text: string][] = [
  [
    'a decision after the coffee',
    'Guten Morgen zusammen, heute wieder ein sonniger Tag am See. Zum Znüni gab es Gipfeli von Vreni. *Der Stiftungsrat hat beschlossen, den Delage erst im Herbst 2027 auszuleihen. Danach haben wir noch lange über die Ferien geredet. Die Stimmung war gut. Am Abend waren alle müde.',
  ],
  [
    'water in the depot',
    'Es regnet seit gestern ohne Pause. Die Aufsicht war wie immer pünktlich. Am Vormittag kamen nur wenige Leute. *Im Depot tropft Wasser von der Decke auf Regal 14, der Schaden ist noch unklar. Am Nachmittag war es ruhig. Wir haben die Zeit genutzt und aufgeräumt.',
  ],
  [
    'an open task',
    'Die Führung mit der Klasse aus Bulle war lebhaft. Die Kinder haben viel gefragt und gelacht. Zum Schluss gab es Sirup im Hof. *Bitte bis Freitag die Versicherung von Frau Aebischer anrufen, die Police läuft aus. Der Hof ist wieder sauber. Es hat allen gefallen.',
  ],
  [
    'the price',
    'Der Schreiner war heute da und hat sich alles angesehen. Er ist ein ruhiger Mensch und kennt das Haus von früher. *Seine Offerte für die neuen Vitrinen liegt bei 18 400 Franken. Wir haben ihm auch die Remise gezeigt. Er mag alte Autos sehr.',
  ],
  [
    'a loan agreed',
    'Das Wetter war trüb, trotzdem kamen viele Gäste. Im Saal 2 war die Luft etwas trocken. *Mit dem Museum in Thun ist vereinbart, dass der Jaguar am 12. März abgeholt wird. Die Garderobe war voll. Ein Gast hat seinen Schirm vergessen. Er kommt ihn wohl bald holen.',
  ],
  [
    'a broken lock',
    'Ruhiger Sonntag mit vielen Familien. Die Kinder mochten vor allem den Feuerwehrwagen. *Das Schloss am Notausgang ist kaputt und muss vor dem Konzert ersetzt werden. Nachher haben wir Kaffee getrunken. Das neue Plakat gefällt allen. Die Farben passen gut zum Haus.',
  ],
  [
    'a find in the archive',
    'Im Archiv war es kalt, wir haben Jacken getragen. Vieles ist noch ungeordnet. *In Schachtel 7 lag der Kaufvertrag des Bugatti von 1931 mit der Unterschrift von Ettore Bugatti. Der Staub macht einem zu schaffen. Nächstes Mal nehmen wir Masken mit. Gegen Abend haben wir das Licht gelöscht und sind nach Hause gegangen.',
  ],
  [
    'une décision du conseil',
    'Bonjour à toutes et à tous, la journée a commencé par un bon café. Il y avait aussi du gâteau. *Le conseil a accepté l’achat de la gravure pour 3200 francs. On a ensuite parlé des vacances de chacun. L’ambiance était agréable jusqu’au soir.',
  ],
  [
    'une fuite',
    'Il pleut depuis deux jours et le jardin est plein de flaques. Peu de monde ce matin. *Une fuite a été constatée au-dessus de la salle 3, le couvreur passe jeudi à 8 heures. Les visiteurs sont restés au chaud dans la bibliothèque. Le reste de la journée a été calme.',
  ],
  [
    'une tâche',
    'La classe de Romont était très gentille. Les élèves ont dessiné pendant une heure. *Il faut rappeler Mme Gremaud avant le 15 mai au sujet du contrat de prêt. La maîtresse a promis de revenir. Le soleil brillait dans la cour.',
  ],
  [
    'un devis',
    'Le menuisier est passé comme prévu. C’est un homme charmant qui aime les vieilles maisons. *Son devis pour le plancher de la galerie se monte à 9600 francs. Nous avons pris le temps de lui montrer la collection. Il a beaucoup aimé les instruments.',
  ],
  [
    'une panne',
    'Beaucoup de monde pour un mardi. Les gens cherchaient un peu de fraîcheur. *La climatisation de la réserve est en panne depuis lundi et la température monte à 26 degrés. Le café du coin a livré des glaces. Tout le monde était content. La journée s’est terminée dans la bonne humeur.',
  ],
  [
    'un prêt refusé',
    'Merci à toute l’équipe pour le beau week-end. La fête a duré tard et la musique était bonne. *Le musée de Lyon a refusé de prêter le clavecin à cause du climat de la salle. Quelques chaises sont encore dehors. On les rentrera tranquillement.',
  ],
  [
    'a decision of the board',
    'Dear all, what a lovely day with so much sun in the yard. The coffee machine works again. *The board decided to close the gallery for repairs from 3 to 14 February. Afterwards we looked at some holiday pictures. Everybody went home early.',
  ],
  [
    'a damaged frame',
    'It was foggy all day and very quiet. The new guard is friendly and speaks four languages. *The frame of the Vallotton is damaged in the lower left corner, photographs are on the server. We moved a bench to the window. The afternoon passed slowly. A couple from the village stayed for two hours and talked about the old days.',
  ],
  [
    'a deadline',
    'The school from Morat came by train. The pupils liked the fire engine most of all. *Please send the loan form to Mrs Keller by 30 June, otherwise we lose the date. We had lunch in the yard with the teachers. The weather held until the evening.',
  ],
  [
    'the insurance',
    'A quiet morning after the long weekend. Some leaflets were gone, so we put out new ones. *The insurance will pay 4200 francs for the scratched door of the Lagonda. The phone rang only twice. The flowers at the desk are fresh.',
  ],
  [
    'a gift',
    'Many people came in spite of the rain. The shop sold a few postcards. *Mr Aeschlimann is leaving us his collection of 120 posters in his will. The floor was wet at the entrance. We put out a second mat. Nobody slipped.',
  ],
  [
    'a date moved',
    'Der Chor hat wieder wunderbar gesungen. Danach sassen wir bei Kuchen zusammen. Die Akustik im Saal ist wirklich schön. *Das Konzert vom 8. Mai wird wegen der Bauarbeiten auf den 22. Mai verschoben. Alle haben beim Aufräumen geholfen. Es wurde spät.',
  ],
  [
    'what is missing',
    'Die neuen Rahmen sind da und sehen gut aus. Wir haben sie am Nachmittag ausgepackt. Das Papier war schwer zu zerreissen. *Es fehlen noch zwei Gläser, Firma Jungo liefert sie am Donnerstag nach. Die Kartons stehen im Gang. Sie kommen morgen weg.',
  ],
]

const removeMark = (marked: string): string => marked.replace('*', '')

const findMarkedSentence = (marked: string): string =>
  splitSentences(marked.slice(marked.indexOf('*') + 1))[0]?.text ?? expect.fail()

const listSentences = (text: string): string[] => splitSentences(text).map(({ text }) => text)

function expectSentencesInOrder(summary: string, text: string): void {
  const sentences = listSentences(summary)
  expect(sentences).toEqual(listSentences(text).filter((sentence) => sentences.includes(sentence)))
}

test.for(entries)('includes the sentence that a colleague would pick: %s', ([, marked]) => {
  const text = removeMark(marked)
  const summary = extractKeySentences(text)
  expect(summary).toContain(findMarkedSentence(marked))
  expect(summary.length).toBeLessThanOrEqual(text.length / 3)
  expectSentencesInOrder(summary, text)
})

const hasKeySentence = (marked: string): boolean =>
  extractKeySentences(removeMark(marked)).includes(findMarkedSentence(marked))

test.for([
  ['thirty notes that were used to choose the cues', knownNotes],
  ['ten notes that were not used to choose them', unseenNotes],
] as const)('includes the key sentence in the summaries of nine tenths of %s', ([, notes]) => {
  const keptCount = notes.filter(hasKeySentence).length
  expect(keptCount / notes.length).toBeGreaterThanOrEqual(0.9)
})

test('limits a summary to a third of the text, keeping order and line breaks', () => {
  // The first seven entries are in German.
  const germanEntries = entries.slice(0, 7)
  const text = germanEntries.map(([, marked]) => removeMark(marked)).join('\n')
  const summary = extractKeySentences(text)
  expect(summary.length).toBeLessThanOrEqual(text.length / 3)
  expect(listSentences(summary).length).toBeGreaterThan(3)
  expectSentencesInOrder(summary, text)
  expect(summary.split('\n').length).toBeGreaterThan(1)
  expect(summary).not.toMatch(/Guten Morgen|Gipfeli|Kaffee/)
})

test('includes the best sentence even if it is longer than a third of the text', () => {
  const keySentence =
    'Der Stiftungsrat hat beschlossen, den Delage erst im Herbst 2027 auszuleihen.'
  expect(extractKeySentences(`Guten Morgen. Es regnet. ${keySentence} Danke.`)).toBe(keySentence)
})

test('summarises a list of ten thousand lines in at most eight', () => {
  const numbers = Array.from({ length: 10_000 }, (_, index) => `${index}`)
  const lines = ['Was in den Kisten liegt:', ...numbers]
  const sentences = extractKeySentences(lines.join('\n')).split('\n')
  expect(sentences.length).toBeLessThanOrEqual(8)
  expect(lines).toEqual(expect.arrayContaining(sentences))
})
