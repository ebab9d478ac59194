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
  /** Ids of the entries cited in the line in which this piece begins. */
  readonly entries?: readonly number[]
}

export interface PictureToDescribe {
  readonly jpeg: Buffer
  /** Name of the item. */
  readonly title: string
}

/** An implementation of the assistant. `signal` is aborted when the caller disconnects. */
export interface AssistantEngine {
  readonly abilities: AssistantCapabilities
  summarise(comment: string, language: AssistantLanguage, signal: AbortSignal): Promise<string>
  correct(comment: string, signal: AbortSignal): Promise<string>
  /** Translates texts by field; missing if the engine can’t translate. */
  readonly translate?: (
    request: TranslationRequest,
    signal: AbortSignal,
  ) => Promise<Record<string, string>>
  /** Writes the alternative text of a picture; missing if the engine can’t see pictures. */
  readonly describe?: (
    picture: PictureToDescribe,
    language: TextLanguage,
    signal: AbortSignal,
  ) => Promise<string>
  /** Streams a report in pieces. */
  report(input: ReportInput, signal: AbortSignal): AsyncIterable<ReportPiece>
}
