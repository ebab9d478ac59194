export { type Dimension, dimensions, makerRoles, type Term, typeConcepts } from './concepts.ts'
export {
  findAttributes,
  formatWithUnit,
  type LocalizedText,
  type ObjectRecord,
  type RecordAttribute,
  type RecordMaker,
  type RecordPicture,
  toObjectRecord,
} from './object-record.ts'
export { publicRecordReader } from './service.ts'
