import type {
  AssistantLanguage,
  ReportCitation,
  ReportEvent,
  ReportRequest,
  TextLanguage,
  TranslationRequest,
} from '@vitrine/contract'
import { Failure } from '../../base/failure.ts'
import type { Log } from '../../base/log.ts'
import type { Context } from '../../context.ts'
import { itemMediaService } from '../items/index.ts'
import { journalService } from '../journal/index.ts'
import { embeddedEngine } from './embedded.ts'
import { defaultInstructions } from './prompts.ts'
import { providerEngine } from './provider-engine.ts'
import { protectedWordReader } from './store.ts'

/** `signal` is aborted when the caller disconnects; `log` never receives the user's text. */
interface Caller {
  readonly signal: AbortSignal
  readonly log: Log
}

const noEntriesText: Record<AssistantLanguage, string> = {
  en: 'There are no journal entries with these tags in this period.',
  de: 'In dieser Zeit gibt es keine Journaleinträge mit diesen Tags.',
  fr: 'Il n’y a aucune note dans le journal pour cette période et ces tags.',
}

export const assistantService = ({ db, clock, model, speller, get }: Context) => {
  const engine = model ? providerEngine(model) : embeddedEngine(speller, protectedWordReader(db))
  const journal = journalService(db, clock)
  const engineName = engine.abilities.engine

  /** Streams the pieces of a report; returns the entries cited in its lines. */
  async function* streamReport(
    request: ReportRequest,
    { signal }: Caller,
  ): AsyncGenerator<string, ReportCitation[]> {
    const { startDate, endDate, lang, reportInstructions } = request
    const entries = await journal.between(startDate, endDate, request.tags)
    if (entries.length === 0) {
      yield noEntriesText[lang]
      return []
    }
    const material = {
      entries,
      startDate,
      endDate,
      language: lang,
      instructions: reportInstructions,
    }
    const dateById = new Map(entries.map(({ id, date }) => [id, date]))
    const citations: ReportCitation[] = []
    let line = 0
    for await (const { text, entries: citedIds = [] } of engine.report(material, signal)) {
      if (citedIds.length > 0) {
        const citedEntries = citedIds.map((id) => ({ id, date: dateById.get(id) ?? '' }))
        citations.push({ line, entries: citedEntries })
      }
      line += text.split('\n').length - 1
      if (text !== '') yield text
    }
    return citations
  }

  return {
    abilities: () => engine.abilities,

    instructions: () => ({ instructions: defaultInstructions }),

    async summarise(comment: string, language: AssistantLanguage, { signal, log }: Caller) {
      return {
        summary: await withLoggedFailures(log, () => engine.summarise(comment, language, signal)),
        engine: engineName,
      }
    },

    async correct(comment: string, { signal, log }: Caller) {
      return {
        correctedComment: await withLoggedFailures(log, () => engine.correct(comment, signal)),
        engine: engineName,
      }
    },

    translator: () => ({
      engine: engine.translate ? engineName : null,
      seesPictures: engine.describe !== undefined,
    }),

    async translate(request: TranslationRequest, { signal, log }: Caller) {
      const { translate } = engine
      if (!translate)
        throw new Failure(
          'invalid',
          'No language model is set up here. Please type the translation.',
        )
      return {
        fields: await withLoggedFailures(log, () => translate(request, signal)),
        engine: engineName,
      }
    },

    async draftAlt(itemId: number, name: string, language: TextLanguage, { signal, log }: Caller) {
      const { describe } = engine
      if (!describe)
        throw new Failure(
          'invalid',
          'No model that sees pictures is set up here. Please type the text.',
        )
      const picture = await get(itemMediaService).getPictureToDescribe(itemId, name)
      return {
        text: await withLoggedFailures(log, () => describe(picture, language, signal)),
        engine: engineName,
      }
    },

    async report(request: ReportRequest, caller: Caller) {
      return withLoggedFailures(caller.log, async () => {
        const pieces = streamReport(request, caller)
        let report = ''
        // Read by hand, because `for await` drops the citations that the generator returns.
        let piece = await pieces.next()
        for (; !piece.done; piece = await pieces.next()) report += piece.value
        return { report, engine: engineName, citations: piece.value }
      })
    },

    /**
     * Streams the report. A failure before the first piece is thrown; a later one becomes the last
     * event.
     */
    async *reportEvents(request: ReportRequest, caller: Caller): AsyncGenerator<ReportEvent> {
      let hasStarted = false
      try {
        const pieces = streamReport(request, caller)
        let piece = await pieces.next()
        for (; !piece.done; piece = await pieces.next()) {
          hasStarted = true
          yield { event: 'delta', data: { text: piece.value } }
        }
        const citations = piece.value
        if (citations.length > 0) yield { event: 'citations', data: { citations } }
        yield { event: 'done', data: { engine: engineName } }
      } catch (error) {
        const failure = toFailure(error, caller.log)
        if (!hasStarted) throw failure
        yield { event: 'error', data: { statusCode: failure.status, message: failure.message } }
      }
    },
  }
}

export type AssistantService = ReturnType<typeof assistantService>

async function withLoggedFailures<T>(log: Log, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toFailure(error, log)
  }
}

/** Converts any error to a failure with a message. Logs the kind of failure, never the user's text. */
function toFailure(error: unknown, log: Log): Failure {
  if (error instanceof Failure) {
    log.warn({ failure: error.code, reason: error.message }, 'the assistant did not answer')
    return error
  }
  log.error(
    { type: (error as Error).name, stack: listStackFrames(error as Error) },
    'the assistant failed',
  )
  return new Failure('unavailable', 'The assistant failed. Please try again.')
}

/** Returns the stack without the message, which may quote the user's text. */
const listStackFrames = ({ stack }: Error): string | undefined =>
  stack?.match(/^ {4}at .*$/gm)?.join('\n')
