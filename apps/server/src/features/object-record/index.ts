export { type Dimension, dimensions, roles, type Term, typeConcepts } from './concepts.ts'
export {
  attributesAbout,
  type LocalizedText,
  type ObjectRecord,
  type RecordAttribute,
  type RecordMaker,
  type RecordPicture,
  toObjectRecord,
  withUnit,
} from './object-record.ts'
export { publicRecords } from './service.ts'
