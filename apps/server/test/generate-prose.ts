const sentence =
  'Der Wagen wurde im Frühjahr als Fahrgestell nach Genf geliefert und dort mit einem offenen Aufbau versehen.'

/** Occurs once, at the end of a generated text. */
export const closingWord = 'Schlusswort'

/** Generates a text of this length, in paragraphs of four sentences. */
export function generateProse(length: number): string {
  const paragraph = `${Array(4).fill(sentence).join(' ')}\n\n`
  const paragraphs = paragraph.repeat(length / paragraph.length + 1)
  return `${paragraphs.slice(0, length - closingWord.length - 1)} ${closingWord}`
}
