/** What tells that a sentence matters, or that it does not, in three languages. Written small, matched at the beginning of a word. */
const cues: readonly { readonly worth: number; readonly words: RegExp }[] = [
  // Decisions.
  cue(
    3,
    `beschloss entschied entscheid vereinbar genehmig bewillig abgelehnt lehnt zugesagt einigten zugestimm
     décid approuv accept refus convenu adopt voté
     decid agreed approv accepted rejected declined resolved`,
  ),
  // What is left to do.
  cue(
    2.5,
    `muss müssen bitte offen pendent fehlt fehlen brauchen braucht sollte sollten nachfragen erledigen spätestens frist
     faut faudra doit doivent devons prière manque urgent rappeler délai
     must please need needs missing todo deadline pending remind urgent`,
  ),
  // What went wrong, and what changed.
  cue(
    1.5,
    `schaden schäden defekt kaputt undicht ausgefallen riss kratzer rost unfall gestohlen gebrochen wasser alarm
     dégât panne fuite cassé fissur rouill accident volé fendu
     damage broken broke leak failed crack rust accident stolen scratch`,
  ),
  cue(
    1,
    `franken chf euro offerte rechnung vertrag leihvertrag versicherung budget spende schenkung
     francs devis facture contrat assurance donation budget
     invoice quote contract insurance loan donation budget`,
  ),
  // Greetings, weather, coffee.
  cue(
    -4,
    `hallo liebe lieber grüss gruss guten schönen wetter sonne sonnig regnet regnete nebel kaffee kuchen gipfeli znüni mittagessen
     gemütlich danke dank schönes lustig lachen müde
     bonjour salut chers chères merci météo soleil ensoleillé pluie pleut brouillard café croissant gâteau amicalement sympathique repas fatigué
     hello dear thanks thank weather sunny rain raining fog coffee cake lunch regards lovely funny tired`,
  ),
]

function cue(worth: number, words: string) {
  return { worth, words: new RegExp(`(?<!\\p{L})(?:${words.trim().split(/\s+/).join('|')})`, 'iu') }
}

const figure = /\d/
const date =
  /(?<!\p{L})(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|june|july|october|december)(?!\p{L})/iu
// Titles and pairs of capitals; a single capital inside a German sentence is any noun.
const name = /(?<!\p{L})(?:Herrn?|Frau|Firma|M\.|Mme|Mr|Mrs|Ms|Dr\.)\s+\p{Lu}|\p{Ll}\s+\p{Lu}\p{Ll}+\s+\p{Lu}\p{Ll}+/u

/** How much a sentence tells by its words alone: decisions, tasks, figures, dates and names against small talk. */
export function cueWorth(sentence: string): number {
  const words = cues.reduce((sum, { worth, words }) => sum + (words.test(sentence) ? worth : 0), 0)
  return words + (figure.test(sentence) ? 1.5 : 0) + (date.test(sentence) ? 1 : 0) + (name.test(sentence) ? 1 : 0)
}
