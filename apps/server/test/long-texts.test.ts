import * as contract from '@vitrine/contract'
import {
  answerQuestion,
  indexItemNames,
  parseGroundedAnswer,
  prepareItem,
  toMeaningKey,
} from '@vitrine/guide'
import { splitSentences } from '@vitrine/text'
import { describe, expect, test } from 'vitest'
import { createCorrector } from '../../../packages/spelling/src/correct.ts'
import { lexiconFolder, readLexicons } from '../../../packages/spelling/src/lexicon/lexicon-file.ts'
import { toWordKeys } from '../../../packages/spelling/src/tokens.ts'
import { findSlowRuns } from '../../../test/long-runs.ts'
import { breakLongWords } from '../src/adapters/pdf/fit.ts'
import { toPrintable } from '../src/adapters/pdf/printable.ts'
import { extractKeySentences } from '../src/features/assistant/embedded.ts'
import { extractCitations, toPlainAnswer } from '../src/features/assistant/model-answer.ts'
import { parseQuestion } from '../src/features/assistant/passages.ts'
import { parseBlocks } from '../src/features/documents/report-paper.ts'
import { measureText } from '../src/features/documents/set-text.ts'
import { loadSanitiser } from '../src/features/events/sanitise.ts'
import { findMaterials } from '../src/features/exchange/materials.ts'
import { parseYears } from '../src/features/exchange/measurements.ts'
import { element } from '../src/features/exchange/xml.ts'
import { removePersonalData } from '../src/features/guide/personal-data.ts'
import { createExcerpt, markWords } from '../src/features/search/view.ts'
import { findIdentifierWords } from '../src/projections/mentions.ts'
import { formatSearchEntry } from '../src/projections/search-index/searchable.ts'

const { compareTranslation, labelLanguages } = contract
const corrector = createCorrector(readLexicons(lexiconFolder))
const sanitise = await loadSanitiser()

const frenchName = 'Jean '
/** Repeats a name to about the length of another text. */
const createFrenchText = ({ length }: string) => ({
  text: frenchName.repeat(length / frenchName.length),
  language: 'fr',
})
const names = ['Jean Muller']
const searchWords = ['a', 'z', '7']
const createGuideItem = (text: string) => ({
  name: text,
  rows: [],
  text,
  textLanguage: 'de' as const,
})

/** Splits a text as a model streams it. */
async function* splitIntoPieces(text: string) {
  const pieceLength = 50
  for (let start = 0; start < text.length; start += pieceLength)
    yield text.slice(start, start + pieceLength)
}

/** Functions that process texts of people or models, by name. */
const textFunctions: Record<string, (text: string) => unknown> = {
  fold: contract.fold,
  toComposedForm: contract.toComposedForm,
  parseFilter: contract.parseFilter,
  filterRows: (text) => contract.filterRows([text], '7 "a', String),
  findFoldedRanges: (text) => contract.findFoldedRanges(text, ['a', '7', 'é']),
  joinLines: (text) => contract.joinLines(text, ' · '),
  truncateToLine: (text) => contract.truncateToLine(text, 200),
  toSortKey: contract.toSortKey,
  identifierKey: (text) => contract.identifierKey(contract.toComposedForm(text)),
  'scanIdentifierWords, splitIntoLinkedParts': (text) =>
    contract.splitIntoLinkedParts(text, new Map([['x1', 1]])),
  excerptAround: (text) => contract.excerptAround(text, 'z'),
  truncateForCalendar: contract.truncateForCalendar,
  formatTagFilter: (text) => contract.formatTagFilter({ name: text }),
  toCsvText: (text) => contract.toCsvText([[text, contract.unescapeCsvCell(text)]], 'comma'),
  toPlainText: contract.toPlainText,
  detectLanguage: contract.detectLanguage,
  'compareTranslation with an original': (text) =>
    compareTranslation({ text, language: 'de' }, createFrenchText(text), names),
  'compareTranslation with a translation': (text) =>
    compareTranslation(createFrenchText(text), { text, language: 'en' }, names),
  'compareTranslation of two alike': (text) =>
    compareTranslation({ text, language: 'fr' }, { text: `${text} 1`, language: 'en' }, [
      text.slice(0, 300),
    ]),
  parseMake: (text) => contract.parseMake('car', text),
  groupThousands: contract.groupThousands,
  parseNumber: contract.parseNumber,
  'prose, line': (text) => [
    contract.prose(20_000).safeParse(text),
    contract.line(20_000).safeParse(text),
  ],

  splitSentences: (text) => splitSentences(text),
  toMeaningKey: (text) => toMeaningKey(text, 'de'),
  indexItemNames: (text) => indexItemNames([{ id: 1, name: text, artist: text }]),
  parseGroundedAnswer: (text) => parseGroundedAnswer(text, [{ id: 1, text }], 'en'),
  ...Object.fromEntries(
    labelLanguages.map((language) => [
      `answerQuestion in ${language}`,
      (text: string) => answerQuestion(prepareItem(createGuideItem(text), language), text),
    ]),
  ),

  'correct (spelling)': (text) => corrector.correct(text, new Set(toWordKeys(text))),

  sanitise,
  removePersonalData,
  toPlainAnswer: (text) => [toPlainAnswer(text, ''), toPlainAnswer(text, text)],
  extractCitations: (text) =>
    Array.fromAsync(extractCitations(splitIntoPieces(text), () => undefined)),
  extractKeySentences,
  parseQuestion: (text) => parseQuestion(text, 2026),
  findIdentifierWords,
  formatSearchEntry: (text) => formatSearchEntry({ name: [text] }),
  'createExcerpt, markWords': (text) => [
    createExcerpt(text, ['z'], searchWords),
    markWords(text, searchWords),
  ],
  findMaterials,
  parseYears,
  'element (XML)': (text) => element('a', { b: text }, text),
  toPrintable,
  measureText: (text) => measureText(text),
  breakLongWords: (text) => breakLongWords(toPrintable(text), 'sans', 80, 10),
  parseBlocks,
}

describe('needs time in proportion to the length of a run of equal characters', () => {
  test.for(Object.entries(textFunctions))('%s, between other characters', async ([, work]) =>
    expect(await findSlowRuns(work, 'other characters')).toEqual([]),
  )
  test.for(Object.entries(textFunctions))(
    '%s, alone',
    { tags: ['only-with-all'] },
    async ([, work]) => expect(await findSlowRuns(work, 'nothing')).toEqual([]),
  )
})
