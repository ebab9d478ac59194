import type {
  AssistantCapabilities,
  AssistantLanguage,
  JournalEntry,
  TextLanguage,
  TranslationRequest,
} from '@vitrine/contract'

export interface ReportInput {
  /** Newest first, never empty. */
  readonly entries: readonly JournalEntry[]
  readonly startDate: string
  readonly endDate: string
  readonly language: AssistantLanguage
  readonly instructions: string
}

export interface ReportPiece {
  readonly text: string
  /** The ids of the entries that the line is taken from in which the piece begins. */
  readonly entries?: readonly number[]
}

export interface PictureToDescribe {
  readonly jpeg: Buffer
  /** What the item is called. */
  readonly title: string
}

/** What the assistant can do. `signal` is aborted when the caller disconnects. */
export interface AssistantEngine {
  readonly abilities: AssistantCapabilities
  summarise(comment: string, language: AssistantLanguage, signal: AbortSignal): Promise<string>
  correct(comment: string, signal: AbortSignal): Promise<string>
  /** The texts by field in the other language; not there where the engine can’t translate. */
  readonly translate?: (
    request: TranslationRequest,
    signal: AbortSignal,
  ) => Promise<Record<string, string>>
  /** The alternative text of a picture; not there where the engine sees none. */
  readonly describe?: (
    picture: PictureToDescribe,
    language: TextLanguage,
    signal: AbortSignal,
  ) => Promise<string>
  /** The report in pieces, as they are written. */
  report(material: ReportInput, signal: AbortSignal): AsyncIterable<ReportPiece>
}
