import { expect, test } from 'vitest'
import { scrubbed } from './scrub.ts'

test.for([
  ['Mail anna.meier@example.org please', 'Mail … please'],
  ['anna＠example．org?', '…'],
  ['anna (at) example.org', '…'],
  ['Rufen Sie mich an: 079 123 45 67 bitte', 'Rufen Sie mich an: … bitte'],
  ['+41 79 123 45 67', '…'],
  ['0041(0)79/123.45.67', '…'],
  ['026 322 11 22', '…'],
  ['322 11 22', '…'],
  ['+1 (555) 123-4567', '…'],
  ['555-123-4567', '…'],
  ['０７９　１２３　４５　６７', '…'],
  ['٠٧٩ ١٢٣ ٤٥ ٦٧', '…'],
  ['𝟎𝟕𝟗 𝟏𝟐𝟑 𝟒𝟓 𝟔𝟕', '…'],
  ['0\u200b7\u200b9\u200b1\u200b2\u200b3\u200b4\u200b5\u200b6\u200b7', '…'],
  ['4111 1111 1111 1111', '…'],
  ['4111-1111-1111-1111 paid?', '… paid?'],
  ['378282246310005', '…'],
] as const)('%j is kept as %j', ([typed, kept]) => expect(scrubbed(typed)).toBe(kept))

test.for([
  'Was it built in 1936 or 1937?',
  'Production 1926-1933, 1934-1938?',
  'How did the 57 SC no. 57374 win in 1938?',
  "Why 1'200'000 francs?",
  'What is 1 234 567?',
  'Is it 4.3 l or 3257 cm³?',
  'Wie schnell? 🚗🚗',
  'كم سرعتها؟ 205',
  '',
])('%j stays as it is', (typed) => expect(scrubbed(typed)).toBe(typed))
