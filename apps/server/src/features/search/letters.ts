/** Which letters a word has, as bits: 26 letters, one bit for digits and one for anything else. */
export function lettersOf(word: string): number {
  let letters = 0
  for (let index = 0; index < word.length; index++) {
    const code = word.charCodeAt(index)
    if (code >= 97 && code <= 122) letters |= 1 << (code - 97)
    else letters |= code >= 48 && code <= 57 ? 1 << 26 : 1 << 27
  }
  return letters
}

/** How many of the wanted letters a word lacks, counted to one more than `max`: each takes an edit at least. */
export function missingLetters(wanted: number, letters: number, max: number): number {
  let missing = wanted & ~letters
  let count = 0
  while (missing !== 0 && count <= max) {
    missing &= missing - 1
    count++
  }
  return count
}
