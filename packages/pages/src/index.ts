export {
  type Fact,
  type GuideAnswer,
  renderTurn,
  renderWait,
  type TextWithLanguage,
  type Turn,
} from './ask/answer.tsx'
export {
  type AskPageProps,
  type AskProblem,
  formatAskProblem,
  renderAskPage,
} from './ask/ask-page.tsx'
export type { Colours } from './document/document.tsx'
export type { Contact, Imprint, ItemPicture, Picture, RenderedPage } from './document/page.ts'
export { renderEventBox } from './events/event-box.tsx'
export { renderEventsPage } from './events/events-page.tsx'
export { type AbsentPageProps, renderAbsentPage } from './factsheet/absent-page.tsx'
export type { QrCode } from './factsheet/item-page.tsx'
export { type ItemPageProps, renderItemPage } from './factsheet/item-page.tsx'
export { maxStripPictures } from './factsheet/picture.tsx'
export { getRowLanguage, typesetRowValue } from './factsheet/texts.tsx'
export type { Neighbour } from './museum/neighbour-links.tsx'
export { renderStartPage, type StartPageProps } from './museum/start-page.tsx'
export { browserScripts, type ScriptAddresses, serviceWorkers } from './scripts.ts'
export {
  formatLanguageByCodeNote,
  formatPictureRights,
  listTextNotes,
  readOnByCodeNote,
} from './words.ts'
