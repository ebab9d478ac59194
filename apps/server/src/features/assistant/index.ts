import type { Context } from '../../context.ts'
import { itemMedia } from '../inventory/index.ts'
import { journalService } from '../journal/index.ts'
import { embeddedEngine } from './embedded.ts'
import { providerEngine } from './provider-engine.ts'
import { assistantHandlers } from './routes.ts'
import { assistantService } from './service.ts'
import { houseService } from './staff-answers.ts'
import { protectedWords } from './store.ts'

export function registerAssistant(context: Context) {
  const { db, clock, model, speller, get } = context
  const engine = model ? providerEngine(model) : embeddedEngine(speller, protectedWords(db))
  const assistant = assistantService(engine, journalService(db, clock), get(itemMedia).pictureToDescribe)
  return { assistant: assistantHandlers(assistant, houseService(context)) }
}
