export { type Answer, answer, maxQuestion } from './answer.ts'
export { type House, type HouseItem, prepareHouse } from './house.ts'
export { type GuideItem, maxText, type PreparedItem, prepareItem } from './item.ts'
