import type { AssistantAbilities, AssistantLanguage, JournalEntry } from '@vitrine/contract'

export interface ReportMaterial {
  /** Newest first, never empty. */
  readonly entries: readonly JournalEntry[]
  readonly startDate: string
  readonly endDate: string
  readonly language: AssistantLanguage
  readonly instructions: string
}

/** What the assistant can do. `signal` is aborted when the caller disconnects. */
export interface Engine {
  readonly abilities: AssistantAbilities
  summarise(comment: string, language: AssistantLanguage, signal: AbortSignal): Promise<string>
  correct(comment: string, signal: AbortSignal): Promise<string>
  /** The report in pieces, as they are written. */
  report(material: ReportMaterial, signal: AbortSignal): AsyncIterable<string>
}
